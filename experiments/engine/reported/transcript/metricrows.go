package transcript

import (
	"slices"

	"nmfrepro/datasets/list"
)

// oneData names the row of a table whose rows are metrics, of data that nothing names.
const oneData = "data"

// metricRows gives the rows of a table that are metrics, all of them, the data that they are of, so that each becomes a panel. Where
// columns are a method for each of several data, as Yale NMF, these data are the rows; else one row is.
func metricRows(s sheet) sheet {
	seen := map[string]bool{}
	for _, parts := range s.rows {
		m, ok := metricOf(parts[0])
		if len(parts) != 1 || !ok || m.Name == "rank" || seen[m.Name] {
			return s
		}
		seen[m.Name] = true
	}
	if len(seen) < 2 {
		return s
	}
	if level, _ := metricLevel(s.columns); level >= 0 { // which say it themselves
		return s
	}
	out := sheet{title: s.title, assumed: s.assumed}
	data, named := dataAbove(s.columns)
	if named == nil {
		out.columns, out.cells = s.columns, s.cells
		out.rows = list.Map(s.rows, func(parts []string) []string { return []string{oneData, parts[0]} })
		out.assumed = append(slices.Clone(s.assumed), "the rows are metrics, each of which is a panel; name the data in place of "+oneData)
		return out
	}
	for _, of := range data {
		for i, parts := range s.rows {
			out.rows = append(out.rows, []string{of, parts[0]})
			var cells []Cell
			for k, column := range named {
				if column[0] == of {
					if len(out.rows) == 1 {
						out.columns = append(out.columns, column[1:])
					}
					cells = append(cells, s.cells[i][k])
				}
			}
			out.cells = append(out.cells, cells)
		}
	}
	out.assumed = append(slices.Clone(s.assumed), "the rows are metrics, each of which is a panel; rows are what methods are compared on")
	return out
}

// dataAbove returns the data of columns that are a method for each of several data, and the names of the columns with the data first; nil
// where they are not all of two parts, each method with each data in the same order.
func dataAbove(columns [][]string) (data []string, named [][]string) {
	at := -1
	for level := range 2 {
		words := list.Map(columns, func(parts []string) []string {
			if len(parts) != 2 {
				return []string{""}
			}
			return parts[level : level+1]
		})
		if methods(words) > len(columns)/2 {
			if at >= 0 {
				return nil, nil
			}
			at = level
		}
	}
	if at < 0 || slices.ContainsFunc(columns, func(parts []string) bool { return len(parts) != 2 }) {
		return nil, nil
	}
	of := map[string][]string{}
	for _, parts := range columns {
		d, m := parts[1-at], parts[at]
		data = list.AppendUnique(data, d)
		of[d] = append(of[d], m)
		named = append(named, []string{d, m})
	}
	for _, d := range data {
		if len(data) < 2 || !slices.Equal(of[d], of[data[0]]) {
			return nil, nil
		}
	}
	return data, named
}
