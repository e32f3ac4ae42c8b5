// Package tgff reads task graphs as the generator TGFF writes them (Dick, Rhodes
// and Wolf, "TGFF: task graphs for free", CODES 1998) and as the benchmark suite
// E3S uses the format.
//
// A file holds task graphs and tables. Every task graph becomes an application
// of its own: a task is a process that reads its incoming arcs, executes once and
// writes its outgoing arcs; an arc is a channel whose token is the arc's quantity
// in bytes. What a task costs stands in the tables of processing elements, one
// row per type of task: it becomes the cost of an operation on a processor type
// called like the table ("PROC 3"). A row that is not valid gives no cost, so the
// task cannot run there.
//
// The E3S dialect counts in seconds and watts; times become picoseconds, and
// power times time becomes energy. Other files count in units of time that only
// their author knows: they stay units unless [kpn.Reading] says how long one is.
//
// Columns of tables are found by the comment above the numbers, else by their
// position. This package does not generate graphs, and it makes no platform: the
// tables are handed on as plain data.
package tgff
