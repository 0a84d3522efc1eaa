import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

export default defineConfig({
  title: 'Camel SMS',
  description: 'Apache Camel component that sends SMS and follows them to their delivery reports',
  lang: 'en-US',
  srcDir: 'target',
  outDir: 'target/site',
  cacheDir: 'target/cache',
  // Links to the application that the reader has started.
  ignoreDeadLinks: [/^https?:\/\/(localhost|127\.0\.0\.1)/],
  markdown: {
    // The anchors of GitHub, where the pages are read as well.
    anchor: { slugify: heading => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-') },
    // Camel's placeholders, such as {{env:SMS_PASSWORD}}, are no expressions of Vue.
    config: markdown => {
      const inlineCode = markdown.renderer.rules.code_inline
      markdown.renderer.rules.code_inline = (...token) => inlineCode(...token).replace('<code', '<code v-pre')
    }
  },
  transformHtml: (html, id, page) =>
    page.page.startsWith('docs/pt-BR/') ? html.replace('<html lang="en-US"', '<html lang="pt-BR"') : html,
  themeConfig: {
    nav: [{ text: 'Guides', link: '/docs/' }, { text: 'Component', link: '/docs/sms-component' }],
    outline: [2, 3],
    search: { provider: 'local' },
    sidebar: JSON.parse(readFileSync(new URL('../target/sidebar.json', import.meta.url)))
  }
})
