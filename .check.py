import json,sys,collections
from decimal import Decimal
t=json.load(open(sys.argv[1]),parse_float=Decimal)
ev=t['traceEvents']; tr={}; bad=0; n=0; ex=None
for i,e in enumerate(ev):
    if e['ph'] in 'BE':
        s=tr.setdefault(e['tid'],[False,Decimal(0)])
        if e['ts']<s[1] or s[0]==(e['ph']=='B'):
            bad+=1; ex=ex or (i,e,s[:])
        s[0]=e['ph']=='B'; s[1]=e['ts']; n+=1
c=collections.Counter(e['ph'] for e in ev)
print(sys.argv[1].split('/')[-1], len(ev), 'slices',n//2,'bad',bad, dict(c), 'marker',c['X'], ex if bad else '')
