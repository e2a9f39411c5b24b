//go:build unix

package cluster

import (
	"context"
	"maps"
	"strings"
	"testing"
)

func TestLimits(t *testing.T) {
	t.Setenv("USER", "somebody")
	for name, c := range map[string]struct {
		config, assoc string
		want          Limits
		most          int
	}{
		"no accounting":         {"echo 'MaxArraySize            = 1001'", "exit 1", Limits{ArraySize: 1001}, 1000},
		"no limit of the user":  {"echo 'MaxArraySize = 6'", "echo", Limits{ArraySize: 6}, 5},
		"a limit of the user":   {"echo 'MaxArraySize = 6'; echo 'MaxJobCount = 9'", "echo; echo 4", Limits{6, 4}, 3},
		"one job at a time":     {"echo 'MaxArraySize = 6'", "echo 1", Limits{6, 1}, 1},
		"no arrays at all":      {"echo 'MaxArraySize = 0'", "echo 30", Limits{0, 30}, 29},
		"a config of nothing":   {"true", "true", Limits{}, 0},
		"an array size of many": {"echo 'MaxArraySize = 4000001'", "echo 100000", Limits{4000001, 100000}, 99999},
	} {
		programs(t, map[string]string{"scontrol": c.config, "sacctmgr": c.assoc})
		got, err := ReadLimits(context.Background())
		if err != nil || got != c.want || got.Most() != c.most {
			t.Errorf("%s: %+v (%d tasks), %v, want %+v (%d)", name, got, got.Most(), err, c.want, c.most)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := ReadLimits(context.Background()); err == nil || !strings.Contains(err.Error(), "there is no scontrol on this machine") {
		t.Errorf("without Slurm: %v", err)
	}
}

func TestQueue(t *testing.T) {
	for name, c := range map[string]struct {
		squeue string
		want   map[string]int
		fails  string
	}{
		"some":                    {"echo RUNNING; echo RUNNING; echo PENDING", map[string]int{"RUNNING": 2, "PENDING": 1}, ""},
		"none":                    {"true", map[string]int{}, ""},
		"jobs that are forgotten": {"echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1", map[string]int{}, ""},
		"a cluster that is down":  {"echo 'Unable to contact slurm controller' >&2; exit 1", nil, "squeue: exit status 1: Unable to contact"},
	} {
		calls := programs(t, map[string]string{"squeue": c.squeue})
		got, err := Queue(context.Background(), []string{"41", "42"})
		if c.fails == "" && (err != nil || !maps.Equal(got, c.want)) || c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)) {
			t.Errorf("%s: %v, %v, want %v %s", name, got, err, c.want, c.fails)
		}
		if calls() != "squeue -h -r -j 41,42 -o %T\n" {
			t.Errorf("%s: calls %s", name, calls())
		}
	}
	calls := programs(t, map[string]string{"squeue": "", "scancel": ""})
	if got, err := Queue(context.Background(), nil); err != nil || len(got) > 0 || Cancel(context.Background(), nil) != nil || calls() != "" {
		t.Errorf("without jobs the queue of everybody is asked for, or cancelled: %v, %v, %s", got, err, calls())
	}
}

// What sbatch answers is the number of a job or an error, and what was submitted before is known.
func TestSubmit(t *testing.T) {
	for name, c := range map[string]struct{ sbatch, jobs, fails string }{
		"a federation":       {"echo '41;east'", "41 41", ""},
		"no number":          {"echo Submitted", "", `sbatch answers "Submitted\n"`},
		"the last one fails": {`case "$*" in *last.sh) echo "no more jobs" >&2; exit 1 ;; esac; echo 41`, "41", "no more jobs"},
	} {
		calls := programs(t, map[string]string{"sbatch": c.sbatch})
		a := array(t, "run")
		_, err := a.Submit(context.Background())
		if c.fails == "" && err != nil || c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)) {
			t.Errorf("%s: %v, want %q", name, err, c.fails)
		}
		if jobs, err := Jobs(a.Folder); err != nil || strings.Join(jobs, " ") != c.jobs {
			t.Errorf("%s: jobs %v, %v, want %s", name, jobs, err, c.jobs)
		}
		if !strings.HasPrefix(calls(), "sbatch --parsable --partition=long --comment=a b "+a.Folder+"/task.sh\n") {
			t.Errorf("%s: calls %s", name, calls())
		}
	}
}
