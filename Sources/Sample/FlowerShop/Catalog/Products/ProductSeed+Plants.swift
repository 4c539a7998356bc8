// SPDX-License-Identifier: Apache-2.0

extension ProductSeed {
  static let plants = products(
    of: "plants",
    """
    0501-2011-0512 | 1999 | 46 | green
    en | Kitchen Herb Box | Basil, thyme, mint and parsley in a wooden box.
    fr | Bac d'herbes de cuisine | Basilic, thym, menthe et persil dans un bac de bois.
    de | Kräuterkiste | Basilikum, Thymian, Minze und Petersilie in einer Holzkiste.
    es | Caja de Hierbas de Cocina | Albahaca, tomillo, menta y perejil en una caja de madera.
    ja | キッチンハーブの箱 | バジル、タイム、ミント、パセリを木箱に植えました。
    ar | صندوق أعشاب المطبخ | ريحان وزعتر ونعناع وبقدونس في صندوق خشبي.

    0502-2013-0827 | 2499 | 45 | green
    en | Olive Tree | Two years old, sixty centimetres high, loves the sun.
    fr | Olivier | Deux ans, soixante centimètres, ami du soleil.
    de | Olivenbaum | Zwei Jahre alt, sechzig Zentimeter hoch, liebt die Sonne.
    es | Olivo | Dos años, sesenta centímetros de alto, amante del sol.
    ja | オリーブの木 | 樹齢二年、高さ六十センチ。日なたを好みます。
    ar | شجرة زيتون | عمرها سنتان وارتفاعها ستون سنتيمترًا، تحب الشمس.

    0503-2014-0215 | 2999 | 41 | green
    en | Monstera | Large leaves with holes, grows in half shade.
    fr | Monstera | De grandes feuilles trouées, pousse à mi-ombre.
    de | Fensterblatt | Große Blätter mit Löchern, wächst im Halbschatten.
    es | Costilla de Adán | Hojas grandes con agujeros, crece a media sombra.
    ja | モンステラ | 穴のあいた大きな葉。半日陰で育ちます。
    ar | مونستيرا | أوراق كبيرة مثقبة، تنمو في نصف الظل.

    0504-2018-0616 | 1799 | 43 | violet
    en | Balcony Lavender | Three plants for a box of half a metre.
    fr | Lavande de balcon | Trois plants pour une jardinière de cinquante centimètres.
    de | Balkonlavendel | Drei Pflanzen für einen halben Meter Kasten.
    es | Lavanda de Balcón | Tres plantas para una jardinera de medio metro.
    ja | ベランダのラベンダー | 五十センチのプランターに三株です。
    ar | خزامى الشرفة | ثلاث نبتات لحوض بطول نصف متر.

    0505-2022-0404 | 1499 | 38 | green
    en | Succulent Garden | Five succulents in a bowl, water them once a month.
    fr | Jardin de succulentes | Cinq plantes grasses dans une coupe, à arroser une fois par mois.
    de | Sukkulentengarten | Fünf Sukkulenten in einer Schale, einmal im Monat gießen.
    es | Jardín de Suculentas | Cinco suculentas en un cuenco, se riegan una vez al mes.
    ja | 多肉植物の庭 | 五種の多肉植物の寄せ植え。水やりは月に一度です。
    ar | حديقة العصاريات | خمس عصاريات في وعاء، تُسقى مرة في الشهر.
    """
  )
}
