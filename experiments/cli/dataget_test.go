package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/workflow"
)

// skeleton and motion are the start of a set whose checksums nobody knows, so that made files can serve.
const (
	skeletonText = `:version 1.10
:name made
:units
  mass 1.0
  length 0.45
  angle deg
:root
  order TX TY TZ RX RY RZ
  axis XYZ
  position 0 0 0
  orientation 0 0 0
:bonedata
  begin
     id 1
     name hip
     direction 0 1 0
     dof rx
  end
:hierarchy
  begin
  end
`
	motionText = ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 1 2 3 4 5 6\nhip 10\n2\nroot 6 5 4 3 2 1\nhip 20\n"
)

// mirror serves files below /good; other folders play what goes wrong.
func mirror(t *testing.T) string {
	t.Helper()
	files := map[string]string{"/good/hdm05/HDM_bd.asf": skeletonText, "/good/hdm05/HDM_bd_01-01_01_120.amc": motionText}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		folder, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch text, ok := files[r.URL.Path]; {
		case ok:
			w.Header().Set("ETag", `"1"`)
			fmt.Fprint(w, text)
		case folder == "page":
			fmt.Fprint(w, strings.Repeat("<html>please log in</html>", 10))
		case folder == "long":
			w.Header().Set("Content-Length", "99999999999")
		default:
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestDataGet(t *testing.T) {
	address := mirror(t)
	folder := t.TempDir()
	code, out, errs := runData(folder, "get", "hdm05", "iris", "--from", address+"/good/")
	if code != int(workflow.Fine) || out != "hdm05: hdm05/HDM_bd.asf: unchecked\nhdm05: hdm05/HDM_bd_01-01_01_120.amc: unchecked\niris: it is part of the program: nothing to do\n" {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	for _, want := range []string{"licence: CC BY-SA 3.0\n", "terms: Creative Commons", "to cite: Müller", fmt.Sprintf("hdm05/HDM_bd.asf: %d bytes of %[1]d bytes\n", len(skeletonText)), "to fetch into " + folder + ":\n  hdm05  size not known\n", "nobody told us the checksum of hdm05/HDM_bd.asf"} {
		if !strings.Contains(errs, want) {
			t.Errorf("no %q in\n%s", want, errs)
		}
	}
	if got, err := os.ReadFile(filepath.Join(folder, "hdm05", "HDM_bd_01-01_01_120.amc")); err != nil || string(got) != motionText {
		t.Errorf("the file holds %q, %v", got, err)
	}
	code, out, _ = runData(folder, "get", "hdm05", "--progress", "none", "--from", address+"/good")
	if code != int(workflow.Fine) || out != "hdm05: there and right: nothing to do\n" {
		t.Errorf("again: exit %d, %s", code, out)
	}
}

func TestDataGetFailures(t *testing.T) {
	address := mirror(t)
	for _, tt := range []struct {
		name string
		args []string
		code int
		want []string
	}{
		{"forbidden", []string{"orl", "--from", address + "/absent"}, int(workflow.Data), []string{"the server says 403", "by hand", "nmfrepro data import orl FILE"}},
		{"error page", []string{"orl", "--from", address + "/page"}, int(workflow.Data), []string{"no MATLAB header", "licence: no formal licence"}},
		{"too long", []string{"orl", "--from", address + "/long"}, int(workflow.Data), []string{"the file has 99999999999 bytes"}},
		{"terms", []string{"yale", "--from", address + "/good"}, int(workflow.Usage), []string{"may not be republished", "nmfrepro data get yale --accept-license"}},
		{"terms accepted", []string{"yale", "--accept-license", "--from", address + "/page"}, int(workflow.Data), []string{"no MATLAB header"}},
		{"terms and failure", []string{"yale", "orl", "--from", address + "/absent"}, int(workflow.Data), []string{"--accept-license", "403"}},
		{"to be asked for", []string{"pie", "--accept-license"}, int(workflow.Data), []string{"cannot be downloaded", "nmfrepro data import pie FILE"}},
		{"no name", nil, int(workflow.Usage), []string{"data get: found no argument, want nmfrepro data get NAME"}},
		{"typing error", []string{"orll"}, int(workflow.Usage), []string{`did you mean "orl"`}},
		{"no address", []string{"orl", "--from", "mirror"}, int(workflow.Usage), []string{`--from = "mirror", want an address`}},
		{"progress", []string{"orl", "--progress", "fancy"}, int(workflow.Usage), []string{`unknown progress "fancy"`}},
	} {
		folder := t.TempDir()
		code, out, errs := runData(folder, append([]string{"get"}, tt.args...)...)
		if code != tt.code || out != "" {
			t.Errorf("%s: exit %d, want %d\n%s", tt.name, code, tt.code, out)
		}
		for _, want := range tt.want {
			if !strings.Contains(errs, want) {
				t.Errorf("%s: no %q in\n%s", tt.name, want, errs)
			}
		}
		filepath.WalkDir(folder, func(path string, d os.DirEntry, _ error) error {
			if strings.HasSuffix(path, ".mat") {
				t.Errorf("%s: %s is there", tt.name, path)
			}
			return nil
		})
	}
}

// An interrupted download says so, with exit code 130, and keeps what came.
func TestDataGetInterrupted(t *testing.T) {
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		w.Header().Set("Content-Length", "100000")
		fmt.Fprint(w, skeletonText)
		w.(http.Flusher).Flush()
		part := filepath.Join(folder, ".partial", "hdm05", "hdm05", "HDM_bd.asf.part")
		for info, err := os.Stat(part); r.Context().Err() == nil && (err != nil || info.Size() == 0); info, err = os.Stat(part) {
			time.Sleep(time.Millisecond)
		}
		cancel()
		<-r.Context().Done()
	}))
	defer s.Close()
	var errs bytes.Buffer
	env := &Env{Stdout: &errs, Stderr: &errs, Data: folder}
	cmd := newDataGet(env)
	cmd.SetArgs([]string{"hdm05", "--from", s.URL})
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.ExecuteContext(ctx)
	var exit *workflow.Error
	if !errors.As(err, &exit) || exit.Code != workflow.Interrupted || !strings.Contains(err.Error(), "the next call goes on from there") {
		t.Errorf("got %v", err)
	}
}

func TestTransfer(t *testing.T) {
	var out bytes.Buffer
	bar := newTransfer(&out, "plain")
	bar.update("a.mat", 500, -1)
	bar.failed("a.mat", "http://h/a", errors.New("cut: dial"))
	bar.update("a.mat", 1500, 2_500_000)
	bar.update("a.mat", 2_500_000, 2_500_000)
	bar.Close()
	if want := "a.mat: h: cut\na.mat: 2.5 MB of 2.5 MB\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	silent := newTransfer(&out, "none")
	silent.update("b", 1, 1)
	silent.failed("b", "", errors.New("x"))
	silent.Close()
	if strings.Contains(out.String(), "b") && strings.Contains(out.String(), "x") {
		t.Errorf("none is not silent: %q", out.String())
	}
	for n, want := range map[int64]string{999: "999 bytes", 1000: "1.0 kB", 3_769_022: "3.8 MB", 10 << 30: "10.7 GB"} {
		if got := bytesText(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// Every set that an experiment can lack says which command has it.
func TestMissingDataNamesACommand(t *testing.T) {
	for _, e := range datasets.Registry {
		if e.Embedded || len(e.Files) == 0 {
			continue
		}
		_, _, errs := runData(t.TempDir(), "list", "--verify", e.Name)
		get, take := strings.Contains(errs, "nmfrepro data get "+e.Name), strings.Contains(errs, "nmfrepro data import "+e.Name+" FILE")
		if get != (len(e.Downloads) > 0) || take == get {
			t.Errorf("%s: %s", e.Name, errs)
		}
	}
}
