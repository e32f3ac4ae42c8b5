package main

import (
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"
)

// outputs are the files that a benchmark writes, by flag.
type outputs map[string]*os.File

func (o *outputs) create(c *cli.Context, flag string) error {
	name := c.String(flag)
	if name == "" {
		return nil
	}
	f, err := os.Create(name)
	if err != nil {
		return usage("--%s: %v", flag, err)
	}
	if *o == nil {
		*o = outputs{}
	}
	(*o)[flag] = f
	return nil
}

func (o outputs) write(flag string, write func(io.Writer) error) error {
	f, ok := o[flag]
	if !ok {
		return nil
	}
	delete(o, flag)
	if err := write(f); err != nil {
		f.Close()
		return fmt.Errorf("--%s: %w", flag, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("--%s: %w", flag, err)
	}
	return nil
}

// close closes and removes what has not been written.
func (o outputs) close() {
	for _, f := range o {
		f.Close()
		os.Remove(f.Name())
	}
}
