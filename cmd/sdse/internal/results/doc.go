// Package results is a finished exploration as data for other programs: the
// front as CSV and JSON, the history as CSV, the manifest as JSON
// (docs/formats.md). Fronts are read back too, for their mappings.
//
// The front and the history depend on inputs, settings and seed alone and are
// the same bytes for any number of workers; what depends on the machine and the
// clock stands in the manifest. For people there is package report.
package results
