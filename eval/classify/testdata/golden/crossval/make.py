"""Writes the expected values of this folder; see README.md. Run in this folder with scikit-learn 1.2.1."""
import numpy as np
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

read = lambda name: np.loadtxt("../KNN3/" + name, delimiter=",")
X = np.vstack([read("Xtrain.csv"), read("Xtest.csv")])
y = np.concatenate([read("ytrain.csv"), read("ytest.csv")]).astype(int)

# Accuracy per fold: a row per classifier.
classifiers = [SVC(C=1000), SVC(C=1000, gamma="auto"), SVC(C=1, gamma=3.0), KNeighborsClassifier(3)]
np.savetxt("scores.csv", [cross_val_score(c, X, y, cv=5) for c in classifiers], "%.17g", ",")

# A problem of two classes that overlap, where shrinking changes the path.
two = np.flatnonzero(y > 0)
binary = SVC(C=10000, gamma=10.0).fit(X[two][:, :2], y[two])
flip = -1  # scikit-learn turns the sign of a single machine; here the first class is positive
np.savetxt("binary.csv", flip * binary.decision_function(X[:, :2]), "%.17g")
np.savetxt("binary_support.csv", binary.support_, "%d")

# Folds of unbalanced classes in no order, some smaller than the number of folds: a row per case, its folds and labels.
rng = np.random.default_rng(1)
lines = []
for n, classes, folds in [(20, 3, 2), (37, 4, 5), (37, 9, 5), (60, 2, 10), (11, 5, 3)]:
    labels = rng.integers(0, classes, n) * rng.integers(0, 2, n)
    fold = np.empty(n, int)
    for f, (_, test) in enumerate(StratifiedKFold(folds).split(labels, labels)):
        fold[test] = f
    lines.append(",".join(map(str, [folds, *labels])))
    lines.append(",".join(map(str, [folds, *fold])))
open("folds.csv", "w").write("\n".join(lines) + "\n")
