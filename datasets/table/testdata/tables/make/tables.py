"""Writes the tables of pandas, NumPy and SciPy, and those that Excel and others export, into the folder named."""
import gzip, io, os, sys, zipfile
import numpy as np, pandas as pd, scipy.io, scipy.sparse as sp

T = sys.argv[1] + '/'
X = np.array([[1.5, 0, 2.25, 4], [0, 3.125, 0.5, 1], [7, 0.0625, 0, 2]])
df = pd.DataFrame(X, index=['BRCA1', 'TP53', 'MYC'], columns=['s1', 's2', 's3', 's4'])

df.to_csv(T + 'pandas_index.csv')
df.to_csv(T + 'pandas_noindex.csv', index=False)
df.to_csv(T + 'pandas_nothing.csv', index=False, header=False)
pd.DataFrame(X).to_csv(T + 'pandas_default.csv')
pd.DataFrame(X).to_csv(T + 'pandas_default_noindex.csv', index=False)
holes = df.copy()
holes.index.name = 'gene'
holes.iloc[0, 1] = holes.iloc[2, 3] = np.nan
holes.to_csv(T + 'pandas_named_nan.tsv', sep='\t')
holes.to_csv(T + 'pandas_na_rep.csv', na_rep='NA')
df.to_csv(T + 'pandas_semicolon_comma.csv', sep=';', decimal=',')
df.to_csv(T + 'pandas.csv.gz', compression={'method': 'gzip', 'mtime': 0})
df.to_csv(T + 'pandas.csv.bz2')
df.to_csv(T + 'pandas_bom.csv', encoding='utf-8-sig', lineterminator='\r\n')
df.to_csv(T + 'pandas_quote_all.csv', quoting=1)
pd.DataFrame(X, columns=[2001, 2002, 2003, 2004]).to_csv(T + 'pandas_years.csv')
df.T.assign(species=['a', 'b', 'a', 'b']).to_csv(T + 'pandas_species.csv')
df.to_pickle(T + 'pandas.pkl')

np.savetxt(T + 'savetxt.txt', X)
np.savetxt(T + 'savetxt_header.csv', X, delimiter=',', header='a,b,c,d', fmt='%g')
np.save(T + 'numpy.npy', X)
hole = X.copy()
hole[0, 1] = np.nan
np.save(T + 'numpy_nan.npy', hole)
np.savez(T + 'numpy_one.npz', X)
np.savez_compressed(T + 'numpy_two.npz', X=X, y=np.arange(4))
for kind in ['csr', 'csc', 'coo', 'bsr']:
    sp.save_npz(T + 'scipy_%s.npz' % kind, sp.csr_matrix(X).asformat(kind))
scipy.io.mmwrite(T + 'scipy.mtx', sp.coo_matrix(X))


def tenx(folder, cells=False, packed=True, prefix='', features='features.tsv'):
    """The files of Cell Ranger: version 3 packs them and calls the genes features."""
    os.makedirs(T + folder, exist_ok=True)
    counts = sp.coo_matrix((X * 16).astype(int))
    b = io.BytesIO()
    scipy.io.mmwrite(b, counts.T if cells else counts, field='integer')
    kind = '\tGene Expression' if features == 'features.tsv' else ''
    for name, content in [
        ('matrix.mtx', b.getvalue()),
        (features, ''.join('ENSG%d\t%s%s\n' % (i, n, kind) for i, n in enumerate(['BRCA1', 'TP53', 'TP53'])).encode()),
        ('barcodes.tsv', ''.join('AAAC%d-1\n' % i for i in range(4)).encode()),
    ]:
        path = T + folder + '/' + prefix + name
        if packed:
            path, content = path + '.gz', gzip.compress(content, mtime=0)
        open(path, 'wb').write(content)


tenx('tenx_v3')
tenx('tenx_v2', packed=False, features='genes.tsv')
tenx('tenx_geo', prefix='GSM1_')
tenx('tenx_cells', cells=True)

# What Excel writes: CSV of a German and an English system, Unicode text, CSV (Macintosh), and sheets that are no plain table.
german = 'Gen;s1;s2;s3;s4\r\nBRCA1;1,5;0;2,25;4\r\nTP53;0;3,125;0,5;1\r\nMYC;7;0,0625;0;2\r\n'
rows = ['gene,s1,s2,s3,s4', 'BRCA1,1.5,0,2.25,4', 'TP53,0,3.125,0.5,1', 'MYC,7,0.0625,0,2']
for name, content in {
    'excel_de.csv': german.encode('cp1252'),
    'excel_de_umlaut.csv': german.replace('Gen;', 'Messgröße;').replace('BRCA1', 'Länge').replace('TP53', 'Höhe').encode('cp1252'),
    'excel_unicode.txt': '\r\n'.join(rows + ['']).replace(',', '\t').encode('utf-16'),
    'excel_mac.csv': '\r'.join(rows + ['']).encode(),
    'excel_empty_edges.csv': '\r\n'.join([r + ',,' for r in rows] + [',' * 6] * 2 + ['']).encode(),
    'excel_title.csv': '\r\n'.join(['Report of March,,,,', ',,,,'] + rows + ['']).encode(),
    'excel_errors.csv': '\r\n'.join(rows + ['']).replace('TP53,0', 'TP53,#DIV/0!').replace('0.0625,0', '0.0625,#N/A').encode(),
    'excel_thousands.csv': b'gene,s1,s2\r\nBRCA1,"1,500","2,250"\r\nTP53,"3,125","1,024"\r\n',
    'excel_percent.csv': b'gene,s1,s2\r\nBRCA1,15%,2%\r\nTP53,3%,1%\r\n',
    'excel_numbered.csv': b'Nr;s1;s2\r\n1;1,5;2\r\n2;3;4\r\n3;5;6\r\n4;5;6\r\n5;5;6\r\n',
    # others
    'qiime.tsv': ('# Constructed from biom file\n#OTU ID\ts1\ts2\ts3\ts4\nk__Bacteria;p__Firmicutes\t1.5\t0\t2.25\t4\n'
                  'k__Bacteria;p__Bacteroidetes\t0\t3.125\t0.5\t1\nk__Archaea;p__\t7\t0.0625\t0\t2\n').encode(),
    'gct.gct': ('#1.2\n3\t4\nName\tDescription\ts1\ts2\ts3\ts4\nBRCA1\tx\t1.5\t0\t2.25\t4\nTP53\ty\t0\t3.125\t0.5\t1\n'
                'MYC\tz\t7\t0.0625\t0\t2\n').encode(),
    'login.csv': b'<!DOCTYPE html>\n<html><body>Please sign in</body></html>\n',
    'two_readings.csv': b'a;1,2\nb;3,4\n',
    'id_column.csv': b'id,height,weight\n17,1.5,2\n12,3,4\n99,5,6\n',
    'uci_question.data': b'1.5,0,2.25,4\n0,3.125,0.5,?\n7,0.0625,0,2\n',
    'uci_iris.data': b'5.1,3.5,1.4,0.2,Iris-setosa\n4.9,3.0,1.4,0.2,Iris-setosa\n7.0,3.2,4.7,1.4,Iris-versicolor\n\n',
    'ragged.csv': b'1,2,3\n4,5\n6,7,8\n',
}.items():
    open(T + name, 'wb').write(content)
with zipfile.ZipFile(T + 'excel.xlsx', 'w') as z:  # the parts that tell one, without a sheet
    for name in ['[Content_Types].xml', 'xl/workbook.xml']:
        z.writestr(zipfile.ZipInfo(name), '<x/>')
