// The texts on the page whose contrast with what is behind them is below 4.5 (3 if large), as WCAG 2.2 counts it.
(() => {
  const channel = value => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parse = color => {
    const [r, g, b, alpha = 1] = color.match(/[\d.]+/g).map(Number);
    return { rgb: [r, g, b], alpha };
  };
  const behind = element => {
    for (let each = element; each; each = each.parentElement) {
      const background = parse(getComputedStyle(each).backgroundColor);
      if (background.alpha === 1) {
        return background.rgb;
      }
      if (background.alpha > 0) {
        throw new Error(`half transparent background of ${each.outerHTML.slice(0, 100)}`);
      }
    }
    throw new Error("nothing behind");
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const checked = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement;
    if (!text.data.trim() || !element.checkVisibility() || element.closest(".unseen, script, template")) {
      continue;
    }
    const style = getComputedStyle(element);
    const pixels = parseFloat(style.fontSize);
    const large = pixels >= 24 || (pixels >= 18.66 && style.fontWeight >= 700);
    const [a, b] = [luminance(parse(style.color).rgb), luminance(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    checked.push({ text: text.data.trim(), ratio, enough: ratio >= (large ? 3 : 4.5) });
  }
  return {
    checked: checked.length,
    tooLow: checked.filter(each => !each.enough).map(each => `${each.ratio.toFixed(2)}: ${each.text}`),
  };
})()
