package external

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"time"
)

// command is what is to be started.
type command struct {
	args   []string
	dir    string // working folder
	env    []string
	output *tail         // of stderr and stdout
	grace  time.Duration // between TERM and KILL
	memory Bytes         // the limit of memory, 0 for none
}

// process is a program that runs, with everything that it starts: a session of its own.
type process struct {
	command
	cmd  *exec.Cmd
	done chan struct{} // closed when the first process has ended
	err  error         // how it ended; read after done
	peak atomic.Int64  // most memory seen
	ours int64         // most memory that this program had held when it started the other
	left int           // 1 if processes were still there when the first one had ended
}

// start starts a program in a session of its own. Where this program is killed, Linux kills the first process of the other.
func start(c command) (*process, error) {
	if c.args[0] == "" {
		return nil, &Failure{Word: NotStarted, Detail: "the command is empty"}
	}
	p := &process{command: c, cmd: exec.Command(c.args[0], c.args[1:]...), done: make(chan struct{})}
	p.cmd.Dir, p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = c.dir, c.env, c.output, c.output
	p.cmd.WaitDelay = time.Second // for what left the session and holds its output
	if p.cmd.Err != nil {
		return nil, &Failure{Word: NotStarted, Detail: p.cmd.Err.Error() + "; install it, or correct command in " + specFile}
	}
	p.ours = ownPeak()
	if err := begin(p); err != nil {
		return nil, &Failure{Word: NotStarted, Detail: err.Error()}
	}
	return p, nil
}

// finished returns the process of a command of the program that has ended within the limits, in a working folder.
func (p *Program) finished(ctx context.Context, dir string, args []string, limits Limits) (*process, error) {
	proc, err := start(command{args: args, dir: dir, env: p.environ(dir), output: new(tail), grace: p.grace, memory: limits.Memory})
	if err == nil {
		err = proc.watch(ctx, limits, dir)
	}
	if err == nil {
		proc.end(false)
	}
	return proc, err
}

// watch waits until the first process has ended. It returns a Failure where a limit was passed, by the size of a folder for instance,
// and ctx.Err() where ctx ends: then everything has been ended. What was passed since the last look, and shows at the end, counts, too.
func (p *process) watch(ctx context.Context, l Limits, folder string) error {
	wall := time.NewTimer(time.Duration(l.Wall))
	defer wall.Stop()
	handed := sizeOf(folder) // which the program did not write
	tick := time.NewTimer(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-p.done:
			if err := p.passed(l, folder, handed); err != nil {
				p.end(false)
				err.Tail = p.output.text()
				return err
			}
			return nil
		case <-ctx.Done():
			p.end(true)
			return ctx.Err()
		case <-wall.C:
			err := p.passed(l, folder, handed)
			if err == nil {
				err = &Failure{Word: Timeout, Detail: fmt.Sprintf("no answer within %v (limits.wall of %s)", l.Wall, specFile)}
			}
			p.end(true)
			err.Tail = p.output.text()
			return err
		case <-tick.C:
			began := time.Now()
			if err := p.passed(l, folder, handed); err != nil {
				p.killAll() // at once: it would go on taking
				p.end(true)
				err.Tail = p.output.text()
				return err
			}
			tick.Reset(min(max(watchEvery, 50*time.Since(began)), watchLeast)) // a fiftieth of a core, more where looking takes long
		}
	}
}

const (
	watchEvery = 20 * time.Millisecond
	watchLeast = 300 * time.Millisecond // on a machine with much to do, too
)

// passed tells which limit has been passed, nil if none was.
func (p *process) passed(l Limits, folder string, handed int64) *Failure {
	used := p.held()
	select {
	case <-p.done:
		used = max(used, p.spent())
	default:
	}
	if used > 0 {
		p.peak.Store(max(p.peak.Load(), used))
		if used > int64(l.Memory) {
			return &Failure{Word: Memory, Detail: fmt.Sprintf("its processes held %v, limits.memory of %s is %v", Bytes(used), specFile, l.Memory)}
		}
	}
	if size := sizeOf(folder) - handed; size > int64(l.Output) {
		return &Failure{Word: TooMuch, Detail: fmt.Sprintf("it wrote %v into its working folder, limits.output of %s is %v", Bytes(size),
			specFile, l.Output)}
	}
	return nil
}

// sizeOf returns the size of the files of a folder that can be seen.
func sizeOf(dir string) (total int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // what has just been removed
		}
		if info, err := d.Info(); err == nil {
			total += info.Size()
		}
		return nil
	})
	return total
}

// end waits until the process has ended: by itself or, with hard true, by TERM and, after a while, KILL. What it leaves in its session
// is killed.
func (p *process) end(hard bool) {
	if hard {
		terminate(p.cmd.Process.Pid)
		select {
		case <-p.done:
		case <-time.After(p.grace):
			p.killAll()
		}
	}
	<-p.done
}

// ended says how the first process ended, nil for exit code 0.
func (p *process) ended() *Failure {
	var exit *exec.ExitError
	switch {
	case p.err == nil:
		return nil
	case !errors.As(p.err, &exit):
		return &Failure{Word: Crash, Detail: p.err.Error()}
	}
	f := &Failure{Word: Crash, Detail: exit.Error(), Tail: p.output.text()}
	if name, killed := killedBy(exit); killed {
		f.Detail = "ended by signal " + name
		if name == "killed" {
			f.Detail += ", which nobody here sent: perhaps the system was out of memory"
		}
	}
	return f
}

// handedOn are the variables of the caller that every program gets; solver.yaml may name more.
var handedOn = []string{"PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT"}

// threadVariables bound the threads of the usual libraries.
var threadVariables = []string{
	"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS",
	"NUMBA_NUM_THREADS", "RCPP_PARALLEL_NUM_THREADS", "JULIA_NUM_THREADS", "GOMAXPROCS", "RAYON_NUM_THREADS",
}

// fixedVariables take away what differs from run to run, or would be written beside the user's files.
var fixedVariables = []string{"OMP_DYNAMIC=FALSE", "MKL_DYNAMIC=FALSE", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1"}

// environ returns the whole environment of a program.
func (p *Program) environ(dir string) []string {
	env := slices.Clone(fixedVariables)
	for _, name := range threadVariables {
		env = append(env, name+"="+strconv.Itoa(p.Spec.Limits.Threads))
	}
	env = append(env, "TMPDIR="+dir)
	for _, name := range slices.Concat(handedOn, p.Spec.Environment) {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env // of a name that stands twice, os/exec takes the last
}
