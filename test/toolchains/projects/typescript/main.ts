import { program } from '../shared/program';

void program().then((said) => console.log(said));
