package ea

import "encoding/binary"

// memory is how many designs a registry surely remembers.
const memory = 1 << 16

// A registry remembers designs that have been met: the latest, at least memory of
// them and at most twice as many, so that a long search does not grow. The zero
// value is an empty registry.
type registry struct {
	young, old map[string]struct{}
}

// enter reports whether the design is new, and remembers it.
func (r *registry) enter(genes []int) bool {
	key := make([]byte, 0, 2*len(genes))
	for _, value := range genes {
		key = binary.AppendUvarint(key, uint64(value))
	}
	if _, known := r.young[string(key)]; known {
		return false
	}
	if len(r.young) >= memory {
		r.old, r.young = r.young, nil
	}
	if r.young == nil {
		r.young = make(map[string]struct{})
	}
	r.young[string(key)] = struct{}{}
	_, known := r.old[string(key)]
	return !known
}
