// Package report shows a finished exploration to people: [HTML] writes one
// self-contained page with the Pareto front as an interactive plot, the
// convergence of the search, the mappings drawn on the platform and a sortable
// table; [FrontSVG] writes the front as a still picture for documents.
//
// The input is a [Document]: names, numbers and indices in built-in types. The
// caller fills it; this package does not know what a mapping costs, what a
// scenario is or how a design was found. It computes only what presentation
// needs: which design is best in each objective, which one is the knee of the
// front, how many decimals a column deserves.
//
// The page loads nothing: the chart library, the style, the program and the
// data are all inside, and a content security policy made of the digests of
// those parts forbids everything else. Every name may hold any text. The same
// document always gives the same bytes.
//
// What it is not for: terminal output, CSV and JSON for programs, and the
// choice of what to measure.
package report
