//go:build !linux

package topology

func ownAffinity() ([]int, error) { return affinity() }
