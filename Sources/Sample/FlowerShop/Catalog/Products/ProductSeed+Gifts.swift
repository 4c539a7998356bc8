// SPDX-License-Identifier: Apache-2.0

extension ProductSeed {
  static let gifts = products(
    of: "gifts",
    """
    0801-2010-1201 | 1299 | 45 | brown
    en | Box of Chocolates | Sixteen pieces, dark and light, with hazelnuts.
    fr | Boîte de chocolats | Seize pièces, noires et au lait, aux noisettes.
    de | Schachtel Pralinen | Sechzehn Stück, dunkel und hell, mit Haselnüssen.
    es | Caja de Bombones | Dieciséis piezas, negras y con leche, con avellanas.
    ja | チョコレートの箱 | ヘーゼルナッツ入り、ビターとミルクの十六粒です。
    ar | علبة شوكولاتة | ست عشرة قطعة داكنة وفاتحة مع البندق.

    0802-2011-0808 | 2499 | 47 | blue
    en | Glass Vase | Blown by mouth, twenty-five centimetres high.
    fr | Vase de verre | Soufflé à la bouche, vingt-cinq centimètres de haut.
    de | Glasvase | Mundgeblasen, fünfundzwanzig Zentimeter hoch.
    es | Jarrón de Cristal | Soplado a boca, de veinticinco centímetros de alto.
    ja | ガラスの花瓶 | 高さ二十五センチの吹きガラスです。
    ar | مزهرية زجاجية | منفوخة بالفم، بارتفاع خمسة وعشرين سنتيمترًا.

    0803-2014-1010 | 999 | 40 | brown
    en | Beeswax Candle | Burns for thirty hours and smells of summer.
    fr | Bougie à la cire d'abeille | Brûle trente heures et sent l'été.
    de | Bienenwachskerze | Brennt dreißig Stunden und riecht nach Sommer.
    es | Vela de Cera de Abeja | Arde treinta horas y huele a verano.
    ja | 蜜蝋のキャンドル | 三十時間ともり、夏の香りがします。
    ar | شمعة شمع العسل | تشتعل ثلاثين ساعة وتفوح برائحة الصيف.

    0804-2016-0701 | 1899 | 44 | green
    en | Garden Shears | Forged steel that can be ground again and again.
    fr | Sécateur de jardin | Acier forgé, à aiguiser encore et encore.
    de | Gartenschere | Geschmiedeter Stahl, der sich immer wieder schleifen lässt.
    es | Tijeras de Jardín | Acero forjado que se puede afilar una y otra vez.
    ja | 園芸ばさみ | 何度でも研げる鍛造鋼です。
    ar | مقص الحديقة | فولاذ مطروق يمكن شحذه مرارًا.

    0805-2023-0503 | 2499 | 42 | white
    en | Flower Card Set | Twelve cards with envelopes, drawn by hand.
    fr | Cartes fleuries | Douze cartes avec enveloppes, dessinées à la main.
    de | Blumenkarten | Zwölf Karten mit Umschlägen, von Hand gezeichnet.
    es | Tarjetas de Flores | Doce tarjetas con sobres, dibujadas a mano.
    ja | 花のカードセット | 手描きのカード十二枚と封筒です。
    ar | بطاقات الزهور | اثنتا عشرة بطاقة مع أظرف، مرسومة باليد.
    """
  )
}
