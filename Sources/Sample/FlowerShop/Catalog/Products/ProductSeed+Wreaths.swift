// SPDX-License-Identifier: Apache-2.0

extension ProductSeed {
  static let wreaths = products(
    of: "wreaths",
    """
    0601-2011-1125 | 4499 | 47 | green, red
    en | Winter Door Wreath | Fir, holly and pine cones, lasts until spring.
    fr | Couronne de porte d'hiver | Sapin, houx et pommes de pin, tient jusqu'au printemps.
    de | Türkranz Winter | Tanne, Stechpalme und Zapfen, hält bis zum Frühling.
    es | Corona de Puerta de Invierno | Abeto, acebo y piñas, dura hasta la primavera.
    ja | 冬のドアリース | もみ、ヒイラギ、松ぼっくり。春までもちます。
    ar | إكليل باب الشتاء | تنوب وبهشية وأكواز صنوبر، يدوم حتى الربيع.

    0602-2012-0330 | 3999 | 44 | yellow, green
    en | Spring Door Wreath | Willow twigs with primroses that can be planted out.
    fr | Couronne de porte de printemps | Branches de saule et primevères à replanter.
    de | Türkranz Frühling | Weidenzweige mit Primeln, die man auspflanzen kann.
    es | Corona de Puerta de Primavera | Ramas de sauce con prímulas que se pueden plantar.
    ja | 春のドアリース | 柳の枝に、植え替えできるプリムラを添えました。
    ar | إكليل باب الربيع | أغصان صفصاف مع زهر الربيع القابل للزرع.

    0603-2013-1101 | 8999 | 48 | white, green
    en | Wreath in Memory | White roses and laurel, with a ribbon for your words.
    fr | Couronne du souvenir | Roses blanches et laurier, avec un ruban pour vos mots.
    de | Gedenkkranz | Weiße Rosen und Lorbeer, mit einer Schleife für Ihre Worte.
    es | Corona del Recuerdo | Rosas blancas y laurel, con una cinta para sus palabras.
    ja | 追悼のリース | 白いバラと月桂樹に、言葉を記すリボンを添えます。
    ar | إكليل الذكرى | ورود بيضاء وغار مع شريط لكلماتك.

    0604-2016-1127 | 3499 | 46 | green, red
    en | Advent Wreath | Four candles on fir, one for each Sunday.
    fr | Couronne de l'Avent | Quatre bougies sur du sapin, une pour chaque dimanche.
    de | Adventskranz | Vier Kerzen auf Tanne, eine für jeden Sonntag.
    es | Corona de Adviento | Cuatro velas sobre abeto, una para cada domingo.
    ja | アドベントリース | もみの上に四本のろうそく。日曜日ごとに一本ともします。
    ar | إكليل المجيء | أربع شموع على التنوب، واحدة لكل أحد.

    0605-2019-0920 | 4299 | 42 | orange, brown
    en | Dried Flower Wreath | Strawflowers and statice that keep their colours for years.
    fr | Couronne de fleurs séchées | Immortelles et statices qui gardent leurs couleurs des années.
    de | Trockenblumenkranz | Strohblumen und Strandflieder, die jahrelang Farbe halten.
    es | Corona de Flores Secas | Siemprevivas y limonios que guardan su color durante años.
    ja | ドライフラワーのリース | 何年も色あせないムギワラギクとスターチスです。
    ar | إكليل الزهور المجففة | زهور القش والليمونيوم تحفظ ألوانها لسنوات.
    """
  )
}
