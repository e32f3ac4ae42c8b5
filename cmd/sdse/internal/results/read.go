package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"sdse/kpn/input"
	"sdse/sesame"
)

// ReadMapping reads the mapping that a name stands for: "front.json:3" is the
// design with id 3 of a front, "FILE" a file that holds one mapping, or a front
// with one design. What is wrong is added to problems; ok is false then.
func ReadMapping(name string, problems *input.Problems) (naming sesame.Naming, file string, ok bool) {
	file, id := name, 0
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		if n, err := strconv.Atoi(name[i+1:]); err == nil {
			file, id = name[:i], n
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		problems.Add(file, 0, "cannot be read: %v", err)
		return naming, file, false
	}
	before := problems.Len()
	if isFront(data) {
		naming = pick(data, file, id, problems)
	} else {
		decode(data, file, &naming, problems)
		if id != 0 && problems.Len() == before {
			problems.Add(file, 0, "holds a single mapping, so it has no number %d; leave out :%d", id, id)
		}
	}
	return naming, file, problems.Len() == before
}

// NamedMapping is a mapping with its number in a front.
type NamedMapping struct {
	ID      int // 0 if it stands alone
	Mapping sesame.Naming
}

// ReadMappings reads all the mappings that a name stands for: every design of a
// front, in its order, or what [ReadMapping] reads. What is wrong is added to
// problems; the result is nil then.
func ReadMappings(name string, problems *input.Problems) (list []NamedMapping, file string) {
	if data, err := os.ReadFile(name); err == nil && isFront(data) {
		var front Front
		if !decode(data, name, &front, problems) {
			return nil, name
		}
		if front.Schema == FrontSchema && len(front.Designs) > 0 {
			for _, d := range front.Designs {
				list = append(list, NamedMapping{d.ID, d.Mapping})
			}
			return list, name
		}
	}
	naming, file, ok := ReadMapping(name, problems)
	if !ok {
		return nil, file
	}
	return []NamedMapping{{0, naming}}, file
}

func isFront(data []byte) bool {
	var head struct {
		Schema string `json:"schema"`
	}
	return json.Unmarshal(data, &head) == nil && head.Schema != ""
}

func pick(data []byte, file string, id int, problems *input.Problems) sesame.Naming {
	var front Front
	if !decode(data, file, &front, problems) {
		return sesame.Naming{}
	}
	if front.Schema != FrontSchema {
		problems.Add(file, 0, "is a document of kind %q, not a front (%s)", front.Schema, FrontSchema)
		return sesame.Naming{}
	}
	designs := append(front.Designs, front.Infeasible...)
	if id == 0 && len(designs) == 1 {
		return designs[0].Mapping
	}
	var ids []string
	for _, d := range designs {
		if d.ID == id {
			return d.Mapping
		}
		ids = append(ids, strconv.Itoa(d.ID))
	}
	switch {
	case len(ids) == 0:
		problems.Add(file, 0, "the front is empty")
	case id == 0:
		problems.Add(file, 0, "holds %d mappings; say which, like %s:%s", len(ids), file, ids[0])
	default:
		problems.Add(file, 0, "has no mapping number %d; it has %s to %s", id, ids[0], ids[len(ids)-1])
	}
	return sesame.Naming{}
}

// decode reads JSON strictly and reports a mistake at its line.
func decode(data []byte, file string, into any, problems *input.Problems) bool {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(into)
	if err == nil {
		if _, more := d.Token(); more == io.EOF {
			return true
		}
		err = errors.New("something follows behind the end")
	}
	offset := d.InputOffset()
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.Is(err, io.ErrUnexpectedEOF):
		offset = int64(len(data))
	case errors.As(err, &kind):
		offset = kind.Offset
		err = fmt.Errorf("%s must be a %s, not a %s", kind.Field, kind.Type, kind.Value)
	}
	if field, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		offset = int64(max(0, bytes.Index(data, []byte(field)))) // the decoder is past it by now
	}
	line := 1 + bytes.Count(data[:min(int(offset), len(data))], []byte("\n"))
	problems.Add(file, line, "not a mapping: %s", strings.TrimPrefix(err.Error(), "json: "))
	return false
}
