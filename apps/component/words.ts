/** Data table: the words of the search element in twelve languages. */

/** What the element says. `{}` stands for a number, a query or a filter. */
export interface Words {
  readonly search: string;
  readonly results: string;
  readonly nothing: string;
  readonly meant: string;
  readonly failed: string;
  readonly filter: string;
  readonly select: string;
  readonly open: string;
  readonly close: string;
}

/** By ISO 639 code. */
export const WORDS: Readonly<Record<string, Words>> = {
  ar: {
    search: "بحث",
    results: "النتائج: {}",
    nothing: "لا نتائج عن «{}»",
    meant: "هل تقصد «{}»؟",
    failed: "تعذّر البحث. حاول مرة أخرى.",
    filter: "تصفية: {}",
    select: "للاختيار",
    open: "للفتح",
    close: "للإغلاق",
  },
  de: {
    search: "Suche",
    results: "Ergebnisse: {}",
    nothing: "Nichts gefunden für „{}“",
    meant: "Meinten Sie „{}“?",
    failed: "Die Suche ist nicht erreichbar. Bitte erneut versuchen.",
    filter: "Filter: {}",
    select: "auswählen",
    open: "öffnen",
    close: "schließen",
  },
  en: {
    search: "Search",
    results: "Results: {}",
    nothing: "Nothing found for “{}”",
    meant: "Did you mean “{}”?",
    failed: "The search could not be loaded. Please try again.",
    filter: "Filter: {}",
    select: "to select",
    open: "to open",
    close: "to close",
  },
  es: {
    search: "Buscar",
    results: "Resultados: {}",
    nothing: "Sin resultados para «{}»",
    meant: "¿Quiso decir «{}»?",
    failed: "No se pudo cargar la búsqueda. Inténtelo de nuevo.",
    filter: "Filtro: {}",
    select: "para elegir",
    open: "para abrir",
    close: "para cerrar",
  },
  fr: {
    search: "Rechercher",
    results: "Résultats : {}",
    nothing: "Aucun résultat pour « {} »",
    meant: "Vouliez-vous dire « {} » ?",
    failed: "La recherche n’a pas pu être chargée. Veuillez réessayer.",
    filter: "Filtre : {}",
    select: "pour choisir",
    open: "pour ouvrir",
    close: "pour fermer",
  },
  it: {
    search: "Cerca",
    results: "Risultati: {}",
    nothing: "Nessun risultato per «{}»",
    meant: "Forse cercavi «{}»?",
    failed: "Impossibile caricare la ricerca. Riprova.",
    filter: "Filtro: {}",
    select: "per scegliere",
    open: "per aprire",
    close: "per chiudere",
  },
  ja: {
    search: "検索",
    results: "検索結果: {} 件",
    nothing: "「{}」は見つかりませんでした",
    meant: "もしかして「{}」",
    failed: "検索を読み込めませんでした。もう一度お試しください。",
    filter: "絞り込み: {}",
    select: "選択",
    open: "開く",
    close: "閉じる",
  },
  nl: {
    search: "Zoeken",
    results: "Resultaten: {}",
    nothing: "Niets gevonden voor ‘{}’",
    meant: "Bedoelde u ‘{}’?",
    failed: "Het zoeken kon niet worden geladen. Probeer het opnieuw.",
    filter: "Filter: {}",
    select: "kiezen",
    open: "openen",
    close: "sluiten",
  },
  pt: {
    search: "Pesquisar",
    results: "Resultados: {}",
    nothing: "Nada encontrado para “{}”",
    meant: "Quis dizer “{}”?",
    failed: "Não foi possível carregar a pesquisa. Tente novamente.",
    filter: "Filtro: {}",
    select: "para escolher",
    open: "para abrir",
    close: "para fechar",
  },
  ru: {
    search: "Поиск",
    results: "Найдено: {}",
    nothing: "По запросу «{}» ничего не найдено",
    meant: "Возможно, вы искали «{}»?",
    failed: "Не удалось загрузить поиск. Попробуйте ещё раз.",
    filter: "Фильтр: {}",
    select: "выбрать",
    open: "открыть",
    close: "закрыть",
  },
  sv: {
    search: "Sök",
    results: "Träffar: {}",
    nothing: "Inga träffar för ”{}”",
    meant: "Menade du ”{}”?",
    failed: "Sökningen kunde inte laddas. Försök igen.",
    filter: "Filter: {}",
    select: "välja",
    open: "öppna",
    close: "stänga",
  },
  zh: {
    search: "搜索",
    results: "结果:{}",
    nothing: "没有找到“{}”",
    meant: "您要找的是不是“{}”?",
    failed: "无法加载搜索,请重试。",
    filter: "筛选:{}",
    select: "选择",
    open: "打开",
    close: "关闭",
  },
};

const ENGLISH = WORDS.en as Words;

/** The words of a language tag such as `pt-BR`; English where there are none. */
export function wordsFor(language: string): Words {
  const [primary = ""] = language.toLowerCase().split(/[-_]/);
  return (Object.hasOwn(WORDS, primary) ? WORDS[primary] : undefined) ?? ENGLISH;
}

/** A sentence with a value in its place. */
export function filled(sentence: string, value: string | number): string {
  return sentence.replace("{}", () => String(value));
}
