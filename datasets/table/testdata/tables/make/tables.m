T = [argv(){1} '/'];
X=[1.5 0 2.25 4;0 3.125 .5 1;7 .0625 0 2];
csvwrite([T 'octave.csv'],X); dlmwrite([T 'octave_tab.txt'],X,'\t'); save('-ascii',[T 'octave_ascii.txt'],'X'); save('-text',[T 'octave_text.txt'],'X');
save('-v6',[T 'octave_v6.mat'],'X'); save('-v7',[T 'octave_v7.mat'],'X'); S=sparse(X); save('-v7',[T 'octave_sparse.mat'],'S'); y=[1 2]; save('-v7',[T 'octave_two.mat'],'X','y');
save('-text',[T 'octave_text_two.txt'],'X','y'); s.a=1; save('-text',[T 'octave_struct.txt'],'s');
