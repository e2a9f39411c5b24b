// Package experiments carries the folders of the papers: specs, published tables, committed records. It holds no logic; that
// lies in the packages below it, which import one way:
//
//	published < spec < store < run < collect < judge < pass < cli
package experiments
