// Package input reads sdse's TOML files so that every mistake in them is
// found at once and named with file, line and what to do.
//
// A loader opens a document as a [Table] and asks it for the keys it knows.
// What is missing, of the wrong type, out of range or unknown is collected in
// a [Problems] list instead of stopping at the first; keys nobody asked for are
// the unknown ones. Quantities with units ("1.4 GHz", "32 KiB", "0.32 W") become
// integers here, so that behind the loaders nothing is parsed and nothing is
// converted.
//
// It is not a general TOML library: the syntax is read by BurntSushi/toml, and
// types of it do not leave this package.
package input
