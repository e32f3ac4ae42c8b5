// Command sdse explores how applications can be mapped onto an embedded
// multiprocessor, and simulates mappings. Run "sdse help".
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args, streams{out: os.Stdout, err: os.Stderr}))
}
