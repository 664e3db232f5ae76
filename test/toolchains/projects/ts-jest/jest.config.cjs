module.exports = { preset: 'ts-jest', rootDir: '..', roots: ['<rootDir>/ts-jest'] };
