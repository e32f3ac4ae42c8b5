package runstore

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ErrExists says that a directory already holds something and may not be
// written to without force.
var ErrExists = errors.New("runstore: the directory is not empty")

// Dir is a run directory.
type Dir struct {
	path string
	ours bool // Create made it
}

// Create makes a run directory. A directory that holds anything is refused with
// ErrExists unless force is set; with force its files are replaced one by one
// as new ones are written.
func Create(path string, force bool) (*Dir, error) {
	entries, err := os.ReadDir(path)
	switch {
	case err == nil && len(entries) > 0 && !force:
		return nil, fmt.Errorf("%w: %s", ErrExists, path)
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("runstore: %w", err)
	}
	missing := err != nil
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, fmt.Errorf("runstore: %w", err)
	}
	return &Dir{path: path, ours: missing}, nil
}

// CreateNumbered makes the directory <parent>/<name>-<n> with the smallest n
// from 1 that is free. Two processes that do so at the same time get different ones.
func CreateNumbered(parent, name string) (*Dir, error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, fmt.Errorf("runstore: %w", err)
	}
	for n := 1; ; n++ {
		path := filepath.Join(parent, fmt.Sprintf("%s-%d", fileName(name), n))
		err := os.Mkdir(path, 0o777)
		if err == nil {
			return &Dir{path: path, ours: true}, nil
		}
		if !errors.Is(err, os.ErrExist) {
			return nil, fmt.Errorf("runstore: %w", err)
		}
	}
}

// fileName turns a name for people into one for files: letters and digits, with
// single dashes for everything between.
func fileName(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			b.WriteRune(r)
		} else if s := b.String(); s != "" && !strings.HasSuffix(s, "-") {
			b.WriteByte('-')
		}
	}
	const longest = 64
	s := b.String()
	if s = strings.Trim(s[:min(len(s), longest)], "-"); s != "" {
		return s
	}
	return "run"
}

// Path returns where the directory is.
func (d *Dir) Path() string { return d.path }

// Discard removes the directory if it was made for this run and nothing was
// written to it.
func (d *Dir) Discard() {
	if d.ours {
		_ = os.Remove(d.path) // fails, as it should, if there is anything in it
	}
}

// Remove removes a file of the directory, if it is there.
func (d *Dir) Remove(name string) error {
	if err := os.Remove(filepath.Join(d.path, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("runstore: %w", err)
	}
	return nil
}

// Write writes a file of the directory. If write fails, what was there before
// stays as it was.
func (d *Dir) Write(name string, write func(io.Writer) error) (err error) {
	temporary := filepath.Join(d.path, "."+name+".part")
	f, err := os.Create(temporary) // with the permissions that the user's umask leaves
	if err != nil {
		return fmt.Errorf("runstore: %w", err)
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(temporary)
			err = fmt.Errorf("runstore: write %s: %w", name, err)
		}
	}()
	buffered := bufio.NewWriter(f)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(temporary, filepath.Join(d.path, name)); err != nil {
		return err
	}
	return syncDir(d.path)
}

// syncDir makes a rename in a directory last.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}
