// Package result holds what the program finds out, from the cell of a table to the answer for a paper. It knows nothing of how a number
// comes about, nor of how it is shown:
//
//  1. Package collect fills a [Cell]: where it stands, our values, the reported number, and what is lacking.
//  2. Package judge adds the [Verdict], and sets cells together: [Comparison], [Conclusion], [Lead], [Claim].
//  3. Package workflow puts the tables and figures of a [Paper] together.
//  4. Package reports writes them.
//
// Values are in natural units, shares of one or seconds. The [Scale] of a cell turns them into the unit and the digits of its table,
// as 0.6125 into 61.25; only text of numbers applies it.
package result
