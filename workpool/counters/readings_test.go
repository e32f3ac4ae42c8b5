package counters

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// TestOrder holds the list that tables and files are made of.
func TestOrder(t *testing.T) {
	var got []string
	for c, reading := range Unavailable("why not").All() {
		got = append(got, c.String()+" "+c.Unit())
		if reading != (Reading{Why: "why not"}) {
			t.Errorf("%v is %+v", c, reading)
		}
	}
	want := []string{
		"user time ns", "system time ns", "voluntary switches ", "involuntary switches ",
		"minor faults ", "major faults ", "migrations ", "cycles ", "instructions ",
		"dTLB load misses ", "iTLB load misses ", "node loads ", "node load misses ",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("listed as %q", got)
	}
}

// TestArithmetic: an unavailable reading makes all of it unavailable, with its
// reason, and nothing runs backwards.
func TestArithmetic(t *testing.T) {
	var a, b Readings
	a[UserTime].Value, b[UserTime].Value = 30, 10
	a[SystemTime].Value, b[SystemTime].Value = 1, 2
	a[Cycles].Why = "no cycles"
	b[Cycles].Value = 7
	b[NodeLoads].Why = "no nodes"
	a[Migrations].Why, b[Migrations].Why = "first", "second"

	for _, test := range []struct {
		name         string
		got          Readings
		user, system int64
	}{
		{"a-b", a.Sub(b), 20, 0},
		{"a+b", a.Add(b), 40, 3},
		{"nothing+a+b", Readings{}.Add(a).Add(b), 40, 3},
	} {
		want := Readings{
			UserTime: {Value: test.user}, SystemTime: {Value: test.system},
			Cycles: {Why: "no cycles"}, NodeLoads: {Why: "no nodes"}, Migrations: {Why: "first"},
		}
		if test.got != want {
			t.Errorf("%s is %+v, want %+v", test.name, test.got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	var r Readings
	for c := range r {
		r[c].Value = int64(c)
	}
	r[Cycles] = Reading{Why: `no "cycles" here`}
	const want = `{"user_ns":0,"system_ns":1,"voluntary_switches":2,"involuntary_switches":3,"minor_faults":4,` +
		`"major_faults":5,"migrations":6,"cycles":{"unavailable":"no \"cycles\" here"},"instructions":8,` +
		`"dtlb_misses":9,"itlb_misses":10,"node_loads":11,"node_misses":12}`
	got, err := json.Marshal(struct{ R Readings }{r})
	if err != nil || string(got) != `{"R":`+want+`}` {
		t.Errorf("written as\n%s (%v), want\n%s", got, err, want)
	}
	var back struct{ R Readings }
	if err := json.Unmarshal(got, &back); err != nil || back.R != r {
		t.Errorf("read back as %+v (%v), want %+v", back.R, err, r)
	}
}

// TestOldJSON: what a file does not have is not zero.
func TestOldJSON(t *testing.T) {
	var r Readings
	if err := json.Unmarshal([]byte(`{"user_ns": 5, "of_the_future": 1}`), &r); err != nil {
		t.Fatal(err)
	}
	want := Unavailable("not recorded")
	want[UserTime] = Reading{Value: 5}
	if r != want {
		t.Errorf("read as %+v", r)
	}
	for _, text := range []string{`{"cycles": "7"}`, `{"cycles": 1.5}`, `{"cycles": {}}`, `{"cycles": {"unavailable": ""}}`, `{"cycles": [1]}`, `[1]`} {
		if err := json.Unmarshal([]byte(text), &r); err == nil {
			t.Errorf("%s was read as %+v", text, r)
		}
	}
}

// TestJSONRoundTrip: what is written is read back.
func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r, back Readings
		for c := range r {
			if rapid.Bool().Draw(t, "available") {
				r[c].Value = rapid.Int64Min(0).Draw(t, "value")
			} else {
				r[c].Why = rapid.StringN(1, -1, -1).Draw(t, "why")
			}
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &back); err != nil || back != r {
			t.Fatalf("%+v came back as %+v by way of %s (%v)", r, back, text, err)
		}
	})
}
