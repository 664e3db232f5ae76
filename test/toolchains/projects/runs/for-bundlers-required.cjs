const { required } = require('../shared/required.cjs');
const { scenario } = require('../shared/scenario.cjs');

scenario(required).then(() => console.log('all is well'));
