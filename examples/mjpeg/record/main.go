// Command record runs the example applications on real pictures and writes what they
// did as traces: mjpeg.toml and edges.toml. The same pictures and programs give
// the same bytes.
//
//	go run ./examples/mjpeg/record [-dir examples/mjpeg]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	dir := flag.String("dir", filepath.Join("examples", "mjpeg"), "folder to write to")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := record(ctx, *dir); err != nil {
		fmt.Fprintln(os.Stderr, "record:", err)
		os.Exit(1)
	}
}

func record(ctx context.Context, dir string) error {
	for _, application := range applications {
		text, err := application.text(ctx)
		if err != nil {
			return err
		}
		file := filepath.Join(dir, application.name+".toml")
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d scenarios, %d bytes\n", file, len(application.behaviours), len(text))
	}
	return nil
}
