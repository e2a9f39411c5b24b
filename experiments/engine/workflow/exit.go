package workflow

import (
	"context"
	"errors"
	"fmt"

	"nmfrepro/datasets/files"
)

// Code is an exit code; scripts rely on the codes.
type Code int

// The codes.
const (
	Fine        Code = 0
	Difference  Code = 1
	Usage       Code = 2
	Data        Code = 3
	RunsFailed  Code = 4
	Interrupted Code = 130
)

// Codes lists the codes with a sentence each, for help and README.
var Codes = []struct {
	Code Code
	Doc  string
}{
	{Fine, "fine"},
	{Difference, "a verification, or a check of a file, found a difference"},
	{Usage, "usage or spec error"},
	{Data, "data missing or corrupt, or nothing that could be judged"},
	{RunsFailed, "some runs failed"},
	{Interrupted, "interrupted with everything saved"},
}

// Error is an error that knows the code that a command ends with.
type Error struct {
	Code Code
	Err  error
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// With gives an error the code that a command ends with; no error stays none.
func With(code Code, err error) error {
	if err == nil {
		return nil
	}
	return &Error{code, err}
}

// Errorf makes an error that ends a command with a code.
func Errorf(code Code, format string, args ...any) error {
	return &Error{code, fmt.Errorf(format, args...)}
}

// WhileReading runs the part of a command that reads its files. Nothing is there to be saved yet, so that a signal ends the command at
// once, even while a file blocks.
func WhileReading(ctx context.Context, command string, read func() error) error {
	_, err := files.Until(ctx, func() (none struct{}, err error) { return none, read() })
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return Errorf(Interrupted, "%s: interrupted while files were read; nothing was written", command)
	}
	return Errorf(Usage, "%s: %w", command, err)
}
