function [W, H] = hals(X, W, H, iterations)
  % Minimises ||X - W*H||^2 by exact descent along one row of H, or column of W, at a time.
  for iteration = 1:iterations
    B = W' * X;
    G = W' * W;
    for k = 1:rows(H)
      if G(k, k) > 1e-150
        H(k, :) = max(0, H(k, :) + (B(k, :) - G(k, :) * H) / G(k, k));
      end
    end
    B = X * H';
    G = H * H';
    for k = 1:columns(W)
      if G(k, k) > 1e-150
        W(:, k) = max(0, W(:, k) + (B(:, k) - W * G(:, k)) / G(k, k));
      end
    end
  end
end
