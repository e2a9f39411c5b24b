// Package reports owns what the program shows: [Table] is a table of a paper with our numbers beside the published ones,
// [Comparison] its methods against each other, [Figure] a figure before drawing, [Paper] a paper with all that was done to it. It
// knows nothing of how numbers come about: package judge fills tables, and the packages render, figure and site below this one
// write and draw; term fits lines into a terminal.
//
// Values are in natural units, shares of one or seconds; a cell's [Scale] turns them into the unit and the digits of its
// table, as 0.6125 into 61.25, and only text of numbers applies it.
package reports
