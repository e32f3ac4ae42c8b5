// Package runstore is the directory that an exploration leaves behind. It
// finds a free name, refuses to touch results that are there already, and
// writes every file so that it is either whole or not there: into a temporary
// file beside it that is renamed at the end.
//
// What stands in the files is the business of those who write them.
package runstore
