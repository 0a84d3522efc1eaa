// Fails if a page of the site links to a page or a section that the site does not have. VitePress checks pages of Markdown only.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const SITE = 'target/site'
const files = readdirSync(SITE, { recursive: true }).filter(file => file.endsWith('.html'))
const html = new Map(files.map(file => [file, readFileSync(join(SITE, file), 'utf8')]))
const ids = new Map([...html].map(([file, text]) => [file, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(id => id[1]))]))
const problems = []
let links = 0
for (const [file, text] of html) {
  for (const [, link] of text.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
    if (/^[a-z]+:/.test(link) || file === '404.html') {
      continue
    }
    links++
    const [path, anchor] = link.split('#')
    const target = path === '' ? file : normalize(path.startsWith('/') ? path.slice(1) : join(dirname(file), path))
    const page = [target, `${target}.html`, join(target, 'index.html')].find(each => html.has(each))
    if (page === undefined ? !existsSync(join(SITE, target)) : anchor && !ids.get(page).has(decodeURIComponent(anchor))) {
      problems.push(`${file}: ${link}`)
    }
  }
}
console.log(`${files.length} pages, ${links} links, ${problems.length} dead`)
if (problems.length > 0 || links === 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
