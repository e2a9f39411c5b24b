# Multiplicative updates of Lee and Seung, H first: X.csv W0.csv H0.csv are read in this order.
FNR == 1 { file++ }
file == 1 { m = FNR; n = NF; for (j = 1; j <= NF; j++) X[FNR, j] = $j }
file == 2 { r = NF; for (k = 1; k <= NF; k++) W[FNR, k] = $k }
file == 3 { for (j = 1; j <= NF; j++) H[FNR, j] = $j }

END {
	for (step = 1; step <= iterations; step++) {
		model()
		for (k = 1; k <= r; k++) for (j = 1; j <= n; j++) {
			up = down = 0
			for (i = 1; i <= m; i++) { up += W[i, k] * X[i, j]; down += W[i, k] * V[i, j] }
			new[k, j] = H[k, j] * up / floored(down)
		}
		for (k = 1; k <= r; k++) for (j = 1; j <= n; j++) H[k, j] = new[k, j]
		model()
		for (i = 1; i <= m; i++) for (k = 1; k <= r; k++) {
			up = down = 0
			for (j = 1; j <= n; j++) { up += X[i, j] * H[k, j]; down += V[i, j] * H[k, j] }
			W[i, k] *= up / floored(down)
		}
	}
	for (i = 1; i <= m; i++) for (k = 1; k <= r; k++) printf "%.17g%s", W[i, k], k < r ? "," : "\n" > "out/W.csv"
	for (k = 1; k <= r; k++) for (j = 1; j <= n; j++) printf "%.17g%s", H[k, j], j < n ? "," : "\n" > "out/H.csv"
}

function model(   i, j, k) {
	for (i = 1; i <= m; i++) for (j = 1; j <= n; j++) {
		V[i, j] = 0
		for (k = 1; k <= r; k++) V[i, j] += W[i, k] * H[k, j]
	}
}

function floored(v) { return v > 1e-150 ? v : 1e-150 }
