package edges

import "math"

// reference is the detector as a plain sequential program on whole pictures,
// in floating point where the kernels avoid it. It shares no code with them.
func reference(f *frame, o Options) []Run {
	smoothed := smoothPlainly(f)
	gx, gy := gradientPlainly(f, smoothed)
	marks := make([]int, len(smoothed))
	var queue [][2]int
	for y := range f.height {
		for x := range f.width {
			marks[y*f.width+x] = markPlainly(f, gx, gy, x, y, o)
			if marks[y*f.width+x] == 2 {
				queue = append(queue, [2]int{x, y})
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] { // breadth first: order does not matter
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				x, y := queue[0][0]+dx, queue[0][1]+dy
				inside := x >= 0 && y >= 0 && x < f.width && y < f.height
				if inside && marks[y*f.width+x] == 1 {
					marks[y*f.width+x] = 2
					queue = append(queue, [2]int{x, y})
				}
			}
		}
	}
	return runsPlainly(f, marks)
}

// at returns the value at (x, y) or at the nearest pixel inside.
func at(f *frame, values []int, x, y int) int {
	return values[min(max(y, 0), f.height-1)*f.width+min(max(x, 0), f.width-1)]
}

func smoothPlainly(f *frame) []int {
	grey := make([]int, len(f.grey))
	for i, v := range f.grey {
		grey[i] = int(v)
	}
	weights := [3]int{1, 2, 1}
	smoothed := make([]int, len(grey))
	for y := range f.height {
		for x := range f.width {
			sum := 0
			for j, wy := range weights {
				for i, wx := range weights {
					sum += wy * wx * at(f, grey, x+i-1, y+j-1)
				}
			}
			smoothed[y*f.width+x] = int(math.Floor(float64(sum)/16 + 0.5))
		}
	}
	return smoothed
}

func gradientPlainly(f *frame, smoothed []int) (gx, gy []int) {
	gx, gy = make([]int, len(smoothed)), make([]int, len(smoothed))
	for y := range f.height {
		for x := range f.width {
			for k, w := range [3]int{1, 2, 1} {
				gx[y*f.width+x] += w * (at(f, smoothed, x+1, y+k-1) - at(f, smoothed, x-1, y+k-1))
				gy[y*f.width+x] += w * (at(f, smoothed, x+k-1, y+1) - at(f, smoothed, x+k-1, y-1))
			}
		}
	}
	return gx, gy
}

// markPlainly returns 0 for no edge, 1 for a weak one, 2 for a strong one.
func markPlainly(f *frame, gx, gy []int, x, y int, o Options) int {
	magnitude := func(x, y int) int {
		x, y = min(max(x, 0), f.width-1), min(max(y, 0), f.height-1)
		return abs(gx[y*f.width+x]) + abs(gy[y*f.width+x])
	}
	here := magnitude(x, y)
	if here <= o.Low {
		return 0
	}
	dx, dy := direction(gx[y*f.width+x], gy[y*f.width+x])
	switch {
	case magnitude(x-dx, y-dy) >= here || magnitude(x+dx, y+dy) > here:
		return 0
	case here > o.High:
		return 2
	}
	return 1
}

// direction rounds an angle to a multiple of 45°, downwards or to the right.
func direction(gx, gy int) (dx, dy int) {
	angle := math.Atan2(float64(gy), float64(gx)) * 180 / math.Pi // −180 to 180
	if angle < 0 {
		angle += 180
	}
	border := math.Atan2(53, 128) * 180 / math.Pi // the 22.5° of the kernels
	switch {
	case angle < border || angle > 180-border:
		return 1, 0
	case angle <= 90-border:
		return 1, 1
	case angle < 90+border:
		return 0, 1
	}
	return -1, 1
}

func runsPlainly(f *frame, marks []int) (runs []Run) {
	for y := range f.height {
		for x := 0; x < f.width; x++ {
			start := x
			for x < f.width && marks[y*f.width+x] == 2 {
				x++
			}
			if x > start {
				runs = append(runs, Run{y, start, x})
			}
		}
	}
	return runs
}

func abs(v int) int { return max(v, -v) }
