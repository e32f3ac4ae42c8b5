package images

import "testing"

func TestLoad(t *testing.T) {
	for _, name := range []string{"rose", "gophers", "drawing", "talk", "pilot"} {
		m, err := Load(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if size := m.Bounds().Size(); size.Y != 64 || size.X != 96 && size.X != 64 {
			t.Errorf("%s has size %v", name, size)
		}
	}
	if _, err := Load("nobody"); err == nil || err.Error() != `images: no picture "nobody"` {
		t.Errorf("missing picture: %v", err)
	}
}
