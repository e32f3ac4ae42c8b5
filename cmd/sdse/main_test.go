package main

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"sdse": func() {
			os.Exit(run(context.Background(), os.Args, streams{out: os.Stdout, err: os.Stderr}))
		},
	})
}

// TestScripts runs the commands in testdata/script against the real program.
// Each script is a small directory of files and a list of commands; "exits N
// sdse …" demands an exit code and captures both outputs.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			root, err := os.Getwd()
			if err != nil {
				return err
			}
			env.Setenv("EXAMPLES", root+"/../../examples")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if err != nil {
		got = -1
		if exit, ok := err.(*exec.ExitError); ok {
			got = exit.ExitCode()
		}
	}
	if got != want {
		ts.Fatalf("%v exited with %d (%v), want %d", args[1:], got, err, want)
	}
}
