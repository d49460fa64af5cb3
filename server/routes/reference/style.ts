export const style = `:root{color-scheme:light dark;--bg:light-dark(#fff,#0f1319);--surface:light-dark(#f5f6f8,#171c24);
--border:light-dark(#e2e5ea,#2d3541);--text:light-dark(#10151c,#f2f4f7);--muted:light-dark(#5a6472,#a3adbb);
--accent:light-dark(#1f5eff,#7aa2ff);--get:light-dark(#0b7a4b,#4cc38a);--post:light-dark(#1f5eff,#7aa2ff);--delete:light-dark(#b3261e,#ff8a80);
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
*{box-sizing:border-box}
html{scroll-padding-top:24px}
body{margin:0;background:var(--bg);color:var(--text);font:15px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;
display:grid;grid-template-columns:280px minmax(0,1fr)}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code,pre{font-family:var(--mono);font-size:13px}
.skip{position:absolute;left:-999px;top:8px;padding:8px 12px;background:var(--bg);z-index:2}
.skip:focus{left:8px}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:20px 12px 32px 20px;border-right:1px solid var(--border);
background:var(--surface);min-height:100vh;scrollbar-width:thin}
nav .brand{margin:0 0 12px;font-weight:650}nav .brand a{color:inherit;text-decoration:none}nav .brand span{color:var(--muted);font-weight:400}
nav h2{font-size:12px;font-weight:600;color:var(--muted);margin:18px 0 4px;padding:0 8px}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:flex;gap:8px;align-items:baseline;padding:5px 8px;border-radius:8px;color:var(--text);text-decoration:none;font-size:13.5px;line-height:1.35}
nav li a:hover{background:light-dark(#eceef2,#232a35)}
.method{flex:none;font:600 10.5px/1 var(--mono);text-transform:uppercase;color:var(--post);width:50px}
.method.get{color:var(--get)}.method.delete{color:var(--delete)}
main{padding:40px clamp(16px,4vw,56px) 96px;max-width:1320px}
h1{font-size:30px;letter-spacing:-.02em;line-height:1.15;margin:0 0 8px}
main>header{max-width:760px}
.lead{color:var(--muted);margin:0 0 16px;font-size:16px;text-wrap:pretty}
.group>h2{font-size:22px;letter-spacing:-.015em;margin:64px 0 4px}
article{border-top:1px solid var(--border);padding:28px 0 24px}
h3{font-size:18px;margin:0 0 6px;letter-spacing:-.01em}h3 a{color:inherit;text-decoration:none}h3 a:hover{text-decoration:underline}
h4{font-size:12px;font-weight:600;color:var(--muted);margin:20px 0 6px}
.call{margin:0 0 12px;display:flex;gap:4px;align-items:baseline}.call .method{font-size:12px}.call code{font-size:14px;overflow-wrap:anywhere}
article p{max-width:760px;text-wrap:pretty;margin:0 0 10px}
.note{color:var(--muted);font-size:13.5px}
.columns{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 36px}
dl{margin:0;border-top:1px solid var(--border)}
.field{padding:8px 0;border-bottom:1px solid var(--border)}
dt{display:flex;flex-wrap:wrap;gap:2px 8px;align-items:baseline}dt>code{font-weight:600;overflow-wrap:anywhere}
.type{color:var(--muted);font-size:13px}.type code{font-size:12px}
small{color:var(--muted);font-size:12px}
dd{margin:0}dd p{margin:2px 0 0;font-size:14px;color:var(--muted)}
dd dl{margin:8px 0 0;padding-left:14px;border-top:0;border-left:2px solid var(--border)}dd .field:last-child{border-bottom:0;padding-bottom:0}
pre{margin:0;padding:14px 16px;background:var(--surface);border:1px solid var(--border);border-radius:12px;overflow:auto;max-height:420px;line-height:1.5;scrollbar-width:thin}
.examples h4:first-child{margin-top:20px}
details{margin-top:18px}
summary{cursor:pointer;font-weight:600;font-size:14px;padding:6px 0;width:max-content}
table{border-collapse:collapse;width:100%;font-size:13.5px;margin-top:4px}
th{text-align:left;color:var(--muted);font-weight:600;font-size:12px}
th,td{padding:6px 16px 6px 0;border-bottom:1px solid var(--border);vertical-align:top}
td code{overflow-wrap:anywhere}
@media(max-width:1080px){.columns{grid-template-columns:minmax(0,1fr)}}
@media(max-width:760px){body{display:block}nav{position:static;max-height:none;min-height:0;border-right:0;border-bottom:1px solid var(--border)}main{padding-top:24px}}
@media print{nav{display:none}body{display:block}}`
