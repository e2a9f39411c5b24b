package store

import (
	"context"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestStoreLock(t *testing.T) {
	dir := t.TempDir()
	a, b := Open(dir, nil), Open(dir, nil)
	ctx := context.Background()
	unlock, ok := a.Lock(ctx, "k1", false)
	if !ok {
		t.Fatal("a free unit is locked")
	}
	if _, ok := b.Lock(ctx, "k1", false); ok {
		t.Fatal("a second lock on one unit")
	}
	if unlock, ok := b.Lock(ctx, "k2", false); !ok {
		t.Fatal("another unit is locked too")
	} else {
		unlock()
	}
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if _, ok := b.Lock(short, "k1", true); ok {
		t.Fatal("waiting for a held lock got it, want to give up with the context")
	}
	got := make(chan bool)
	go func() {
		unlock, ok := b.Lock(ctx, "k1", true)
		if ok {
			unlock()
		}
		got <- ok
	}()
	unlock()
	if !<-got {
		t.Error("the lock was not handed on")
	}
}

// Where a file system has no locks, one warning says so and every run is free; results are saved as ever.
func TestStoreWithoutLocks(t *testing.T) {
	for _, errno := range []syscall.Errno{syscall.ENOLCK, syscall.EOPNOTSUPP, syscall.ENOSYS} {
		t.Run(errno.Error(), func(t *testing.T) {
			real := byteLock
			defer func() { byteLock = real }()
			byteLock = func(*os.File, bool, int64) error { return errno }
			var warnings []string
			st := Open(t.TempDir(), func(w string) { warnings = append(warnings, w) })
			for _, key := range []string{"k1", "k1", "k2"} {
				unlock, ok := st.Lock(context.Background(), key, true)
				if !ok {
					t.Fatalf("%s is not free", key)
				}
				unlock()
			}
			if len(warnings) != 1 || !strings.Contains(warnings[0], errno.Error()) {
				t.Errorf("warnings %q, want one with %q", warnings, errno)
			}
			if err := st.Put(testRecord("k1")); err != nil {
				t.Error(err)
			}
		})
	}
}

// A store that an older program left a folder of locks in has its locks beside it.
func TestStoreOldLocks(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(dir+"/.locks", 0o777); err != nil {
		t.Fatal(err)
	}
	a, b := Open(dir, func(w string) { t.Error(w) }), Open(dir, nil)
	unlock, ok := a.Lock(context.Background(), "k1", false)
	if !ok {
		t.Fatal("a free unit is locked")
	}
	defer unlock()
	if _, ok := b.Lock(context.Background(), "k1", false); ok {
		t.Error("a second lock on one unit")
	}
}
