/**
 * Data table: the most frequent function words of languages other than English.
 *
 * Our own short compilation: articles, pronouns, prepositions, conjunctions and forms of be and
 * have. Forms are spelt as the tokeniser outputs them under the defaults of the language (French
 * and Italian elisions are words of their own).
 */

import type { StemmedLanguage } from "./stemmer.ts";

/** The words of each list, separated by spaces. */
export const LANGUAGE_STOP_WORDS: Readonly<Record<StemmedLanguage, string>> = {
  arabic:
    "في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين و أو ثم أن إن كان كانت هو هي هم كل ما لا لم لن قد بين بعد قبل عند حتى",
  danish:
    "og i at det er en et den de til på for af med som der ikke han hun jeg vi du sig har var fra om men eller så kan vil skal blev være havde dem ham hende sin sit mig dig os",
  dutch:
    "de het een en van in is dat op te zijn met voor niet aan er om dan zou of wat mijn men dit zo door over ze bij ook tot je uit der naar heb hoe heeft hebben deze u want nog ik hij zij wij was werd worden maar als die",
  finnish:
    "ja on ei se että oli olla ovat hän ne he minä sinä me te tämä nämä joka jotka mutta tai kun jos niin kuin myös vain ollut mitä mikä sen hänen heidän",
  french:
    "le la les l un une des d du de et à au aux en dans par pour sur avec sans sous ce c cet cette ces qui que qu quoi dont où il elle ils elles on nous vous je j tu se s me m te t lui leur leurs son sa ses mon ma mes ton ta tes notre nos votre vos ne n pas plus ou mais est sont était être a ont avait avoir y comme",
  german:
    "der die das den dem des ein eine einen einem einer eines und oder aber in im an am auf aus bei mit nach von vom zu zum zur für über unter vor durch gegen um bis ist sind war waren sein wird werden wurde hat haben hatte ich du er sie es wir ihr sich nicht auch nur noch wie als wenn dass daß weil so man dieser diese dieses ihre seine",
  greek:
    "ο η το οι τα του τησ των τον την τουσ τισ και κι να σε στο στη στον στην στα στουσ στισ με για από ότι που δεν θα ένα μια ένασ είναι ήταν αυτό αυτή αυτόσ ή αλλά ωσ μου σου",
  hindi:
    "का की के को में से पर है हैं था थे थी और या यह वह ये वे कि जो तो भी ही एक ने हो इस उस लिए साथ तक कर गया नहीं अपने",
  hungarian:
    "a az és egy nem is hogy de van volt ez ezt azt meg csak már még mint vagy ha el ki be le fel lesz lett volna aki ami amely ő én te mi ti ők",
  indonesian:
    "yang dan di ke dari untuk dengan pada adalah ini itu tidak akan atau juga oleh dalam sebagai karena bahwa ada saya dia mereka kami kita anda sudah telah lebih",
  italian:
    "il lo la i gli le l un uno una di a da in con su per tra fra del dello della dei degli delle al allo alla ai agli alle dal dalla nel nella nei sul sulla e ed o ma che chi cui non è sono era erano essere ha hanno aveva io tu lui lei noi voi loro si ci vi mi ti suo sua suoi sue mio mia questo questa quello quella come più anche",
  lithuanian:
    "ir yra į iš su kad o bet ar kaip tai jis ji jie jos aš tu mes jūs buvo bus būti ne per apie dėl nuo iki prie po už kuris kuri kurie šis ši tas ta",
  norwegian:
    "og i det er en et den de til på for av med som at ikke han hun jeg vi du seg har var fra om men eller så kan vil skal ble være hadde dem ham henne sin sitt meg deg oss",
  portuguese:
    "o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem sob sobre e ou mas que se não é são era foi ser estar está tem têm tinha eu tu ele ela nós eles elas você me te lhe seu sua seus suas meu minha este esta isto esse essa isso aquele aquela ao à aos às como mais também",
  romanian:
    "și şi în de la cu pe din pentru a al ai ale un o unei unui este sunt era fi fost nu că ca sau dar care ce mai se să lui ei lor el ea eu tu noi voi acest această acel prin până",
  russian:
    "и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне было вот от меня еще ещё нет о из ему для мы их чем была сам чтоб без или ни быть был него до вас они",
  serbian:
    "и у на је да се са за не од то који која које као а али или су био била бити ће по из о до он она оно они i u na je da se sa za ne od to koji koja koje kao a ali ili su bio bila biti će po iz o do on ona ono oni",
  spanish:
    "el la los las lo un una unos unas de del en a al por para con sin sobre entre y e o u pero que si no es son era fue ser estar está están ha han había yo tú él ella nosotros ellos ellas usted me te se nos le les su sus mi mis tu tus este esta esto estos estas ese esa eso como más también muy",
  swedish:
    "och i att det är en ett den de till på för av med som inte han hon jag vi du sig har var från om men eller så kan vill ska blev vara hade dem honom henne sin sitt mig dig oss",
  tamil: "ஒரு என்று மற்றும் இந்த அந்த என்ற இது அது உள்ள என ஆகும் அவர் நான் நீ நாம் தான் பல",
  turkish:
    "ve bir bu da de için ile o ne mi mı mu mü çok daha gibi ama en ki ya veya olarak olan şu ben sen biz siz onlar değil var yok her kadar sonra",
};
