/** Data table: the texts of the search element in twelve languages. */

/** The texts of the element. `{}` is a placeholder for a number, a query or a filter. */
export interface Messages {
  readonly search: string;
  readonly results: string;
  readonly noResults: string;
  readonly didYouMean: string;
  readonly failed: string;
  readonly filter: string;
  readonly select: string;
  readonly open: string;
  readonly close: string;
  /** The name of the button that closes the dialog. */
  readonly dismiss: string;
}

/** By ISO 639 code. */
export const MESSAGES: Readonly<Record<string, Messages>> = {
  ar: {
    search: "بحث",
    results: "النتائج: {}",
    noResults: "لا نتائج عن «{}»",
    didYouMean: "هل تقصد «{}»؟",
    failed: "تعذّر البحث. حاول مرة أخرى.",
    filter: "تصفية: {}",
    select: "للاختيار",
    open: "للفتح",
    close: "للإغلاق",
    dismiss: "إغلاق",
  },
  de: {
    search: "Suche",
    results: "Ergebnisse: {}",
    noResults: "Nichts gefunden für „{}“",
    didYouMean: "Meinten Sie „{}“?",
    failed: "Die Suche ist nicht erreichbar. Bitte erneut versuchen.",
    filter: "Filter: {}",
    select: "auswählen",
    open: "öffnen",
    close: "schließen",
    dismiss: "Schließen",
  },
  en: {
    search: "Search",
    results: "Results: {}",
    noResults: "Nothing found for “{}”",
    didYouMean: "Did you mean “{}”?",
    failed: "The search could not be loaded. Please try again.",
    filter: "Filter: {}",
    select: "to select",
    open: "to open",
    close: "to close",
    dismiss: "Close",
  },
  es: {
    search: "Buscar",
    results: "Resultados: {}",
    noResults: "Sin resultados para «{}»",
    didYouMean: "¿Quiso decir «{}»?",
    failed: "No se pudo cargar la búsqueda. Inténtelo de nuevo.",
    filter: "Filtro: {}",
    select: "para elegir",
    open: "para abrir",
    close: "para cerrar",
    dismiss: "Cerrar",
  },
  fr: {
    search: "Rechercher",
    results: "Résultats : {}",
    noResults: "Aucun résultat pour « {} »",
    didYouMean: "Vouliez-vous dire « {} » ?",
    failed: "La recherche n’a pas pu être chargée. Veuillez réessayer.",
    filter: "Filtre : {}",
    select: "pour choisir",
    open: "pour ouvrir",
    close: "pour fermer",
    dismiss: "Fermer",
  },
  it: {
    search: "Cerca",
    results: "Risultati: {}",
    noResults: "Nessun risultato per «{}»",
    didYouMean: "Forse cercavi «{}»?",
    failed: "Impossibile caricare la ricerca. Riprova.",
    filter: "Filtro: {}",
    select: "per scegliere",
    open: "per aprire",
    close: "per chiudere",
    dismiss: "Chiudi",
  },
  ja: {
    search: "検索",
    results: "検索結果: {} 件",
    noResults: "「{}」は見つかりませんでした",
    didYouMean: "もしかして「{}」",
    failed: "検索を読み込めませんでした。もう一度お試しください。",
    filter: "絞り込み: {}",
    select: "選択",
    open: "開く",
    close: "閉じる",
    dismiss: "閉じる",
  },
  nl: {
    search: "Zoeken",
    results: "Resultaten: {}",
    noResults: "Niets gevonden voor ‘{}’",
    didYouMean: "Bedoelde u ‘{}’?",
    failed: "Het zoeken kon niet worden geladen. Probeer het opnieuw.",
    filter: "Filter: {}",
    select: "kiezen",
    open: "openen",
    close: "sluiten",
    dismiss: "Sluiten",
  },
  pt: {
    search: "Pesquisar",
    results: "Resultados: {}",
    noResults: "Nada encontrado para “{}”",
    didYouMean: "Quis dizer “{}”?",
    failed: "Não foi possível carregar a pesquisa. Tente novamente.",
    filter: "Filtro: {}",
    select: "para escolher",
    open: "para abrir",
    close: "para fechar",
    dismiss: "Fechar",
  },
  ru: {
    search: "Поиск",
    results: "Найдено: {}",
    noResults: "По запросу «{}» ничего не найдено",
    didYouMean: "Возможно, вы искали «{}»?",
    failed: "Не удалось загрузить поиск. Попробуйте ещё раз.",
    filter: "Фильтр: {}",
    select: "выбрать",
    open: "открыть",
    close: "закрыть",
    dismiss: "Закрыть",
  },
  sv: {
    search: "Sök",
    results: "Träffar: {}",
    noResults: "Inga träffar för ”{}”",
    didYouMean: "Menade du ”{}”?",
    failed: "Sökningen kunde inte laddas. Försök igen.",
    filter: "Filter: {}",
    select: "välja",
    open: "öppna",
    close: "stänga",
    dismiss: "Stäng",
  },
  zh: {
    search: "搜索",
    results: "结果:{}",
    noResults: "没有找到“{}”",
    didYouMean: "您要找的是不是“{}”?",
    failed: "无法加载搜索,请重试。",
    filter: "筛选:{}",
    select: "选择",
    open: "打开",
    close: "关闭",
    dismiss: "关闭",
  },
};

const ENGLISH = MESSAGES.en as Messages;

/** The texts for a language tag such as `pt-BR`; English by default. */
export function selectMessages(language: string): Messages {
  const [primary = ""] = language.toLowerCase().split(/[-_]/);
  return (Object.hasOwn(MESSAGES, primary) ? MESSAGES[primary] : undefined) ?? ENGLISH;
}

/** Fills the placeholder of a text. */
export function fillTemplate(template: string, value: string | number): string {
  return template.replace("{}", () => String(value));
}
