//go:build unix && outside

package cli

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// By make test-recipes: the recipes of experiments/engine/cluster/README.md do what they say, here with one table that is small: the same bytes as one process.
func TestRecipes(t *testing.T) {
	readme, err := os.ReadFile("../engine/cluster/README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	shell := func(name, script string) string {
		t.Helper()
		cmd := exec.Command("bash", "-ec", script)
		cmd.Dir = dir
		began := time.Now()
		out, err := cmd.CombinedOutput()
		t.Logf("%s: %v", name, time.Since(began).Round(time.Millisecond))
		if err != nil {
			t.Fatalf("%s: %v\n%s\n%s", name, err, script, out)
		}
		return string(out)
	}
	root := filepath.Join(dir, "root")
	const what = "pnmf/table3:dataset=iris"
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	build := fmt.Sprintf("mkdir -p %[1]s/results && cd %[2]s && CGO_ENABLED=0 go build -trimpath -buildvcs=false -o %[1]s/nmfrepro . && cp %[1]s/nmfrepro %[3]s/", root, filepath.Join(wd, "../.."), dir)
	shell("build", build)
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	render := func(results string) string {
		return shell("table of "+results, "nmfrepro table "+what+" --reps 4 --format json --progress none --results "+results)
	}
	want := render("one")
	if !strings.Contains(want, `"n": 4`) {
		t.Fatalf("no table:\n%s", want)
	}
	small := func(recipe, results string) string {
		return strings.NewReplacer("rpr/table2", what+" --reps 4", "/shared/results", filepath.Join(dir, results), "nmfrepro run", filepath.Join(dir, "nmfrepro")+" run").Replace(recipe)
	}
	block := func(kind, first string) string {
		t.Helper()
		_, text, found := strings.Cut(string(readme), "```"+kind+"\n"+first+"\n")
		text, _, closed := strings.Cut(text, "```")
		if !found || !closed {
			t.Fatalf("README.md has no block of %s that begins with %s", kind, first)
		}
		return text
	}
	check := func(name, results string) {
		t.Helper()
		if got := shell("check "+results, "nmfrepro check results "+results); !strings.Contains(got, ": 20 records of 1 experiment, 0 of runs that failed, 0 damaged") {
			t.Errorf("%s: %s", name, got)
		}
		if render(results) != want {
			t.Errorf("%s: another table than that of one process", name)
		}
	}

	ssh := daemon(t, dir)
	parallel := regexp.MustCompile("\\| GNU parallel \\| `(.*)` \\|").FindStringSubmatch(string(readme))
	if parallel == nil {
		t.Fatal("README.md has no line for GNU parallel")
	}
	t.Setenv("PARALLEL_SSH", ssh)
	line := strings.Replace(small(parallel[1], "parallel"), "--sshlogin hosts", "--sshlogin 2/127.0.0.1", 1)
	shell("GNU parallel", line)
	check("GNU parallel", "parallel")

	if err := os.WriteFile(filepath.Join(dir, "shards.mk"), []byte(small(strings.Replace(block("make", "# shards.mk"), "; ssh", "; "+ssh, 1), "make")), 0o666); err != nil {
		t.Fatal(err)
	}
	shell("make over ssh", "make -j 4 -f shards.mk HOSTS='127.0.0.1 localhost'")
	check("make over ssh", "make")

	shell("plan", "nmfrepro run --dry-run "+what+" --reps 4 --format json --results snakemake > plan.json")
	if err := os.WriteFile(filepath.Join(dir, "Snakefile"), []byte(block("python", "# Snakefile")), 0o666); err != nil {
		t.Fatal(err)
	}
	shell("Snakemake", "snakemake --cores 2 --quiet all")
	check("Snakemake", "snakemake")

	// As in the image: a root folder with the program and nothing else.
	shell("chroot", fmt.Sprintf("for i in 0 1; do NMFREPRO_RESULTS=/results NMFREPRO_DATA=/data chroot %s /nmfrepro run %s --reps 4 --shard $i/2; done; mv %[1]s/results chroot", root, what))
	check("chroot", "chroot")
}

// daemon starts an sshd of its own on this host and returns the command that reaches it.
func daemon(t *testing.T, dir string) (ssh string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	listener.Close()
	for _, key := range []string{"host", "user"} {
		if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(dir, key)).CombinedOutput(); err != nil {
			t.Fatalf("ssh-keygen: %v\n%s", err, out)
		}
	}
	if err := os.MkdirAll("/run/sshd", 0o755); err != nil {
		t.Fatal(err)
	}
	server := exec.Command("/usr/sbin/sshd", "-D", "-f", "/dev/null", "-p", port, "-h", filepath.Join(dir, "host"), "-o", "ListenAddress=127.0.0.1", "-o", "StrictModes=no",
		"-o", "AuthorizedKeysFile="+filepath.Join(dir, "user.pub"), "-o", "PidFile=none", "-o", "UsePAM=no", "-o", "PermitRootLogin=yes", "-o", "MaxStartups=100")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if c, err := net.Dial("tcp", "127.0.0.1:"+port); err == nil {
			c.Close()
			break
		}
	}
	return "ssh -F /dev/null -o LogLevel=ERROR -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -p " + port + " -i " + filepath.Join(dir, "user")
}
