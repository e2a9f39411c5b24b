% Reads the job, calls the function hals of this folder, and leaves the answer.
addpath(fileparts(mfilename("fullpath")));
job = jsondecode(fileread(argv(){end}));
X = load(job.x.path).X;
W0 = load(job.w0.path).W0;
H0 = load(job.h0.path).H0;

began = tic;
[W, H] = hals(X, W0, H0, job.iterations);
seconds = toc(began);

save("-v6", fullfile(job.out, "W.mat"), "W");
save("-v6", fullfile(job.out, "H.mat"), "H");
result = struct("status", "ok", "iterations", job.iterations, "seconds", seconds, ...
                "versions", struct("octave", version()));
file = fopen(fullfile(job.out, "result.json"), "w");
fputs(file, jsonencode(result));
fclose(file);
