package input

import (
	"crypto/sha256"
	"errors"
	"io"
	"os"
)

// maxSize bounds a document; what is larger is hardly one.
const maxSize = 64 << 20

// ReadFile reads a file of any format, of at most 64 MiB, and remembers it in
// [Problems.Files]. If it cannot be read, the problem is recorded and ok is false.
func ReadFile(file string, problems *Problems) (data []byte, ok bool) {
	data, err := read(file)
	if err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		problems.Add(file, 0, "cannot be read: %v", err)
		return nil, false
	}
	if len(data) > maxSize {
		problems.Add(file, 0, "larger than the %d MiB that sdse reads", maxSize>>20)
		return nil, false
	}
	problems.files = append(problems.files, File{Name: file, SHA256: sha256.Sum256(data)})
	return data, true
}

// read reads a file, but not more than a byte beyond maxSize.
func read(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxSize+1))
}
