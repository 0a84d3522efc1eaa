// Copies the pages of the repository to target, for VitePress. Links to other files lead to the repository, and the component
// page becomes HTML. Fails if a page links to a file that does not exist.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import asciidoctor from '@asciidoctor/core'

const ROOT = '..'
const TARGET = 'target'
const COMPONENT_PAGE = 'camel-sms-component/src/main/docs/sms-component.adoc'
const REPOSITORY = readFileSync(`${ROOT}/pom.xml`, 'utf8').match(/<scm[\s\S]*?<url>(.*?)<\/url>/)[1]

/** Pages by their path in the repository, with their path on the site. */
const pages = new Map([['README.md', 'index.md'], [COMPONENT_PAGE, 'docs/sms-component.md']])
for (const page of ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']) {
  pages.set(page, page)
}
for (const file of readdirSync(`${ROOT}/docs`, { recursive: true })) {
  if (file.endsWith('.md')) {
    const page = join('docs', file)
    pages.set(page, page.replace(/README\.md$/, 'index.md'))
  }
}
const problems = []

/** Returns a link of a page as one of the site. */
function siteLink(page, link) {
  const [path, anchor] = link.split('#')
  if (/^[a-z]+:/.test(link) || path === '') {
    return link
  }
  const linked = normalize(join(dirname(page), path)).replace(/\/$/, '')
  const suffix = anchor === undefined ? '' : `#${anchor}`
  if (pages.has(linked)) {
    const to = relative(dirname(pages.get(page)), pages.get(linked))
    return (to.startsWith('.') ? to : `./${to}`) + suffix
  }
  if (!existsSync(join(ROOT, linked))) {
    problems.push(`${page} links to ${link}`)
    return link
  }
  if (linked.startsWith('docs/images/')) {
    return link
  }
  const kind = statSync(join(ROOT, linked)).isDirectory() ? 'tree' : 'blob'
  return `${REPOSITORY}/${kind}/main/${linked}${suffix}`
}

function markdown(page) {
  let isCode = false
  return readFileSync(join(ROOT, page), 'utf8').split('\n').map(line => {
    isCode = line.startsWith('```') ? !isCode : isCode
    return isCode ? line : line.replace(/]\(([^)]+)\)/g, (all, link) => `](${siteLink(page, link)})`)
  }).join('\n')
}

/** Headings get their anchor at the end, where VitePress expects it for its search and its outline. */
function component(page) {
  const title = 'Component page'
  const source = readFileSync(join(ROOT, page), 'utf8').replace(/^= .*$/m, '')
  const html = asciidoctor().convert(source, {
    safe: 'safe', attributes: { sectanchors: '', 'source-highlighter': false, 'relfilesuffix': '.adoc' }
  })
  const body = html
    .replace(/<h(\d) id="([^"]+)"><a class="anchor" href="#[^"]+"><\/a>([\s\S]*?)<\/h\1>/g,
      '<h$1 id="$2" tabindex="-1">$3 <a class="header-anchor" href="#$2" aria-label="Permalink">&#8203;</a></h$1>')
    .replace(/<a href="([^"#][^"]*)"/g, (all, link) => `<a href="${siteLink(page, link).replace(/\.md(?=#|$)/, '.html')}"`)
    .replace(/<div class="content">\s*<pre/g, '<div class="language-text"><pre')
    // An empty line would end the block of HTML.
    .replace(/\n\s*\n/g, '\n')
    .replace(/<pre([^>]*)>([\s\S]*?)<\/pre>/g, (all, attributes, text) =>
      `<pre${attributes}>${text.replace(/\n/g, '&#10;')}</pre>`)
  return `---\ntitle: ${title}\n---\n# ${title}\n\n<div v-pre>\n${body}\n</div>\n`
}

/** The sidebar has the tables of the index of all guides. */
function sidebar() {
  const groups = []
  for (const line of readFileSync(`${ROOT}/docs/README.md`, 'utf8').split('\n')) {
    const link = line.match(/^\| \[([^\]]+)\]\(([^)]+)\)/)
    const heading = line.match(/^\| ([^[|-][^|]*) \| \|$/)
    if (heading) {
      groups.push({ text: heading[1][0].toUpperCase() + heading[1].slice(1), items: [] })
    } else if (link) {
      const page = pages.get(normalize(join('docs', link[2])))
      groups.at(-1).items.push({ text: link[1], link: `/${page.replace(/(index)?\.md$/, '')}` })
    }
  }
  groups.push({
    text: 'Português', items: [
      { text: 'Primeiros passos', link: '/docs/pt-BR/getting-started' }, { text: 'Operação', link: '/docs/pt-BR/operating' },
        { text: 'Mensagens de log', link: '/docs/pt-BR/log-messages' }]
  })
  return groups
}

rmSync(TARGET, { recursive: true, force: true })
for (const [page, to] of pages) {
  mkdirSync(dirname(join(TARGET, to)), { recursive: true })
  writeFileSync(join(TARGET, to), page.endsWith('.adoc') ? component(page) : markdown(page))
}
cpSync(`${ROOT}/docs/images`, `${TARGET}/docs/images`, { recursive: true })
writeFileSync(`${TARGET}/sidebar.json`, JSON.stringify(sidebar()))
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
