package sets

import "nmfrepro/datasets/dataset"

// What the tests of package sets_test, which import package datasets, need of this one.
var (
	MatOf = matOf
	Array = array
)

// SmallScene is a scene of 2×3 pixels, two bands and two classes in the files of Indian Pines; labels is the sum of its label map.
func SmallScene(labels string) dataset.Dataset {
	return &scene{Scaled: dataset.Unscaled, Fraction: 1, Least: 1, of: sceneFiles{
		cube: indianPinesScene.cube, gt: indianPinesScene.gt, cubeNames: []string{"cube"}, gtNames: []string{"gt"},
		rows: 2, columns: 3, bands: 2, classes: []string{"a", "b"}, counts: []int{2, 3}, labels: labels,
	}}
}
