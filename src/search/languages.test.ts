/** Real sentences in several languages, searched as docs/text.md describes. */

import { describe, expect, test } from "vitest";
import type { AnalyzerOptions } from "../text/index.ts";
import { createIndex } from "./open-index.ts";

async function canFind(analysis: AnalyzerOptions, text: string, query: string): Promise<boolean> {
  const index = await createIndex({ analysis });
  await index.add([{ id: 1, text }]);
  return (await index.search(query)).total === 1;
}

const GERMAN = "Die Kaffeemaschine steht neben den großen Häusern am Rathausplatz.";
const CHINESE = "我在北京大学学习中文，每天坐地铁去学校。";
const JAPANESE = "東京都では新しいコンピューターの研究が進んでいます。";
const THAI = "ฉันเรียนภาษาไทยที่มหาวิทยาลัยในกรุงเทพ";
const KOREAN = "저는 서울대학교에서 컴퓨터를 공부했습니다.";
const ARABIC = "ذهبت الطالبات إلى المكتبة الكبيرة لقراءة الكتب.";

describe("a sentence", () => {
  test.each<[string, AnalyzerOptions, string, string, boolean]>([
    ["German", { language: "german" }, GERMAN, "haus", true],
    ["German", { language: "german" }, GERMAN, "grosse", true],
    ["German", { language: "german" }, GERMAN, "kaffeemaschinen", true],
    ["German", { language: "german" }, GERMAN, "maschine", false],
    ["Chinese", { language: "other" }, CHINESE, "北京", true],
    ["Chinese", { language: "other" }, CHINESE, "大学", true],
    ["Chinese", { language: "other" }, CHINESE, "地铁", true],
    ["Chinese", { language: "other" }, CHINESE, "地鐵", false],
    ["Japanese", { language: "other" }, JAPANESE, "京都", true],
    ["Japanese", { language: "other" }, JAPANESE, "コンピュータ", true],
    ["Japanese", { language: "other" }, JAPANESE, "ﾌﾟﾛｸﾞﾗﾑ", false],
    ["Thai", { language: "other" }, THAI, "ภาษา", true],
    ["Thai", { language: "other" }, THAI, "กรุงเทพ", true],
    ["Korean", { language: "other" }, KOREAN, "대학교", true],
    ["Korean", { language: "other" }, KOREAN, "컴퓨터", true],
    ["Arabic", { language: "arabic" }, ARABIC, "المكتبة", true],
    ["Arabic", { language: "arabic" }, ARABIC, "مكتبة", true],
    ["Arabic", { language: "arabic" }, ARABIC, "كتاب", false],
  ])("in %s (%j): %s by %s is found: %s", async (_, analysis, text, query, expected) => {
    expect(await canFind(analysis, text, query)).toBe(expected);
  });
});
