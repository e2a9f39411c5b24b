package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/cluster"
	"nmfrepro/experiments/engine/workflow"
)

// submit makes a job array of Slurm of what the addresses lack and submits it; dry prints its script instead.
func submit(cmd *cobra.Command, env *Env, req workflow.Request, args []string, tasks, cpus int, dry bool) error {
	addresses, options := beforeDash(cmd, args)
	if cpus < 1 || tasks < 0 {
		return usageError("-j = %d, --tasks = %d, want ≥ 1", cpus, tasks)
	}
	p, err := env.Open(req, addresses, workflow.Either)
	if err != nil {
		return err
	}
	program, folders, err := whereabouts(env)
	if err != nil {
		return err
	}
	command := slices.Concat([]string{program, "run"}, addresses, cluster.Amount(req))
	for _, only := range req.Only {
		command = append(command, "--only", only)
	}
	a, err := cluster.NewArray(cmd.Context(), p, env.Store(), env.Results, append(command, folders...), tasks, cpus)
	if err != nil {
		return err
	}
	a.Options = options
	if a.Exclusive {
		fmt.Fprintln(env.Stderr,
			"seconds are reported: whole nodes are asked for; name one kind of node after --, as -- --constraint=NAME, so that they compare")
	}
	if dry {
		fmt.Fprint(env.Stdout, a.Script())
		return nil
	}
	job, err := a.Submit(cmd.Context())
	if err != nil {
		return workflow.Errorf(workflow.RunsFailed, "run --slurm: %w", err)
	}
	fmt.Fprintf(env.Stdout, "array %s of %d tasks, %s each with -j %d and %d MB; logs in %s\nsqueue -j %[1]s shows it, scancel %[1]s ends it, run --dry-run "+
		"counts what is left\n", job, a.Tasks, time.Duration(a.Minutes)*time.Minute, a.CPUs, a.Megabytes, a.Folder)
	return nil
}

// beforeDash parts the arguments at --.
func beforeDash(cmd *cobra.Command, args []string) (own, rest []string) {
	if at := cmd.ArgsLenAtDash(); at >= 0 {
		return args[:at], args[at:]
	}
	return args, nil
}

// whereabouts returns the program and the flags that name its folders, so that a command does the same wherever it is called.
func whereabouts(env *Env) (program string, flags []string, err error) {
	if program, err = os.Executable(); err != nil {
		return "", nil, err
	}
	data, err := datasets.Folder(env.Data)
	if err != nil {
		return "", nil, err
	}
	for _, f := range []struct{ name, folder string }{{"--results", env.Results}, {"--data", data}, {"--specs", env.Specs}} {
		if f.folder == "" {
			continue
		}
		folder, err := filepath.Abs(f.folder)
		if err != nil {
			return "", nil, err
		}
		flags = append(flags, f.name, folder)
	}
	return program, flags, nil
}
