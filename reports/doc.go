// Package reports writes what package result holds as sentences, lines of tables and pictures. It computes no statistic and gives no
// verdict. The packages below it write a table (render), draw a figure (figure), build the site (site) and fit lines into a terminal
// (term).
package reports
