package main

import (
	"errors"
	"flag"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// words returns the arguments of a command that takes some, and sets the flags
// that stand behind the first of them: the library stops reading flags there.
func words(c *cli.Context) ([]string, error) {
	var plain []string
	for rest := c.Args().Slice(); len(rest) > 0; {
		if !strings.HasPrefix(rest[0], "-") || rest[0] == "-" {
			plain = append(plain, rest[0])
			rest = rest[1:]
			continue
		}
		set := flag.NewFlagSet(c.Command.Name, flag.ContinueOnError)
		set.SetOutput(io.Discard)
		for _, f := range c.Command.Flags {
			if err := f.Apply(set); err != nil {
				return nil, err
			}
		}
		if err := set.Parse(rest); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, cli.ShowSubcommandHelp(c)
			}
			return nil, onUsageError(c, err, true)
		}
		var wrong error
		set.Visit(func(f *flag.Flag) {
			value := f.Value.String()
			if list, ok := f.Value.(cli.Serializer); ok {
				value = list.Serialize()
			}
			wrong = errors.Join(wrong, c.Set(f.Name, value))
		})
		if wrong != nil {
			return nil, wrong
		}
		rest = set.Args()
	}
	return plain, nil
}
