package counters

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// absent is what an unavailable reading is in JSON.
type absent struct {
	Unavailable string `json:"unavailable"`
}

// MarshalJSON writes a number, or {"unavailable": "reason"}, never 0 for a value
// that is not known.
func (r Reading) MarshalJSON() ([]byte, error) {
	if r.Why != "" {
		return json.Marshal(absent{r.Why})
	}
	return json.Marshal(r.Value)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Reading) UnmarshalJSON(text []byte) error {
	var value int64
	if json.Unmarshal(text, &value) == nil && !bytes.Equal(text, []byte("null")) {
		*r = Reading{Value: value}
		return nil
	}
	var a absent
	if err := json.Unmarshal(text, &a); err != nil || a.Unavailable == "" {
		return fmt.Errorf(`counters: %s is neither a whole number nor {"unavailable": "reason"}`, text)
	}
	*r = Reading{Why: a.Unavailable}
	return nil
}

// MarshalJSON writes an object with one member per counter in their fixed order,
// times in nanoseconds.
func (r Readings) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	separator := byte('{')
	for c, reading := range r.All() {
		value, err := reading.MarshalJSON()
		if err != nil {
			return nil, fmt.Errorf("counters: %v: %w", c, err)
		}
		text.WriteByte(separator)
		fmt.Fprintf(&text, "%q:%s", names[c].json, value)
		separator = ','
	}
	text.WriteByte('}')
	return text.Bytes(), nil
}

// UnmarshalJSON reads what MarshalJSON writes. A counter that is missing, as in a
// file of an earlier version, is unavailable.
func (r *Readings) UnmarshalJSON(text []byte) error {
	var members map[string]Reading
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	*r = Unavailable("not recorded")
	for c := range r {
		if reading, recorded := members[names[c].json]; recorded {
			r[c] = reading
		}
	}
	return nil
}
