package cluster

import (
	"fmt"
	"strings"
)

// Array is a job array and the job after it.
type Array struct {
	Folder    string // absolute: scripts, logs, and what is known of the tasks
	Tasks     int
	CPUs      int // of a task
	Minutes   int // time limit of a task
	Megabytes int // memory of a task
	Exclusive bool
	Run       []string  // the command of a task, without --shard
	Last      []Command // after all tasks
	Options   []string  // of sbatch, which go before ours
}

// Command is a command and the file that takes its output; "" is the log.
type Command struct {
	Args []string
	Into string
}

// The folder of a submission.
const (
	TaskScript = "task.sh"
	LastScript = "last.sh"
	jobsFile   = "jobs" // a line a job: array or last, and its number
)

// warning is how many seconds before the end of its time a task is told, and restarts how often it goes back to the queue.
const (
	warning  = 120
	restarts = 20
)

// Task returns the script of a task. Two minutes before its time is over, Slurm tells the script (USR1), which ends the program
// (TERM): what is done is saved, and the task goes back to the queue. How a task ended stands in ended-I.
func (a Array) Task() string {
	return a.head(fmt.Sprintf("--array=1-%d", a.Tasks), "--requeue", "--open-mode=append", fmt.Sprintf("--signal=B:USR1@%d", warning),
		"--output="+a.Folder+"/task-%a.log") + fmt.Sprintf(`
dir=%s
i=$SLURM_ARRAY_TASK_ID
rm -f "$dir/ended-$i"
: > "$dir/began-$i"
over=
trap 'over=1; kill -TERM "$!"' USR1
trap 'kill -TERM "$!"; echo 143 > "$dir/ended-$i"; exit 143' TERM
%s --shard "$i/%d" &
child=$!
[ -z "$over" ] || kill -TERM "$child" # the signal came before the program began
wait "$child"
code=$?
if [ -n "$over" ]; then # the signal ended the wait, not the program
  wait "$child"
  code=$?
fi
if [ -n "$over" ] && [ "$code" -eq 130 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt %d ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$i"
  sleep 60 # until Slurm ends this script
fi
echo "$code" > "$dir/ended-$i"
exit "$code"
`, quote(a.Folder), words(a.Run), a.Tasks, restarts)
}

// LastJob returns the script of the job after the array. Tasks that were killed, for want of memory as far as we can tell, run once
// more with twice as much of it; then the last job comes once more.
func (a Array) LastJob() string {
	var commands strings.Builder
	for _, c := range a.Last {
		commands.WriteString(words(c.Args))
		if c.Into != "" {
			commands.WriteString(" > " + quote(c.Into))
		}
		commands.WriteString("\n")
	}
	options := words(a.Options)
	if options != "" {
		options += " "
	}
	return a.head("--open-mode=append", "--output="+a.Folder+"/last.log") + fmt.Sprintf(`
dir=%s
killed=
for file in "$dir"/began-*; do
  [ -e "$file" ] || continue
  i=${file##*-}
  case "$(cat "$dir/ended-$i" 2>/dev/null)" in
  '' | 137) killed="$killed,$i" ;;
  esac
done
if [ -n "$killed" ] && [ ! -e "$dir/again" ]; then
  : > "$dir/again"
  echo "killed: tasks ${killed#,}; once more with twice the memory"
  if id=$(sbatch --parsable %[2]s--array="${killed#,}" --mem=%[3]dM "$dir/%[4]s"); then
    echo "array ${id%%%%;*}" >> "$dir/%[5]s"
    if id=$(sbatch --parsable %[2]s--dependency="afterany:${id%%%%;*}" "$dir/%[6]s"); then
      echo "last ${id%%%%;*}" >> "$dir/%[5]s"
      exit
    fi
  fi
fi
%[7]s`, quote(a.Folder), options, 2*a.Megabytes, TaskScript, jobsFile, LastScript, commands.String())
}

func (a Array) head(more ...string) string {
	lines := []string{
		"--job-name=nmfrepro", fmt.Sprintf("--cpus-per-task=%d", a.CPUs), fmt.Sprintf("--time=%d", a.Minutes), fmt.Sprintf("--mem=%dM",
			a.Megabytes),
	}
	if a.Exclusive {
		lines = append(lines, "--exclusive")
	}
	return "#!/bin/sh\n#SBATCH " + strings.Join(append(lines, more...), "\n#SBATCH ") + "\n"
}

// words returns those of a command for a shell.
func words(args []string) string {
	quoted := make([]string, len(args))
	for i, arg := range args {
		quoted[i] = quote(arg)
	}
	return strings.Join(quoted, " ")
}

func quote(arg string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=:,@%+", r)
	}
	if arg != "" && strings.TrimFunc(arg, plain) == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}
