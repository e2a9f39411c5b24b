package store

// setLock claims a range for the open file, not for the process (F_OFD_SETLK): two stores of one process exclude each other.
const setLock = 37
