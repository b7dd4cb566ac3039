/**
 * Returns the contrast between text and background, as defined by WCAG 2, of each visible element that matches a selector. It
 * runs in the page, so it can use nothing outside of this function.
 */
export function measureContrasts(selector: string): Record<string, number> {
  const channels = (color: string) => color.match(/[\d.]+/g)?.map(Number) ?? [];
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element: Element | null): string => {
    if (!element) return "rgb(255, 255, 255)";
    const { backgroundColor } = getComputedStyle(element);
    return channels(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor;
  };
  const ratios: Record<string, number> = {};
  for (const element of document.querySelectorAll(selector)) {
    const ownText = Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.textContent?.trim());
    if ((!ownText && element.tagName !== "INPUT") || !element.checkVisibility({ opacityProperty: true })) continue;
    const lights = [luminance(getComputedStyle(element).color), luminance(behind(element))];
    const ratio = (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05);
    const name = `${element.tagName} ${element.textContent}`;
    ratios[name] = Math.min(ratio, ratios[name] ?? ratio);
  }
  return ratios;
}
